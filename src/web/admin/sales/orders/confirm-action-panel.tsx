import { type ReactNode, useState } from 'react'
import type { FormSubmission } from '../../forms/form-submission.tsx'
import { QuestionPanel } from '../../forms/question-panel.tsx'
import { Button, SubmitButton } from '../../shell/button.tsx'

type Props = {
  id: string
  question: string
  submitLabel: string
  cancelLabel: string
  submission: FormSubmission
  onCancel?: () => void
  children: ReactNode
}

/** Asks the question of a form's last answer. Stands inside a form that repeats the values with a confirmation. */
export function ConfirmActionPanel({ id, question, submitLabel, cancelLabel, submission, onCancel, children }: Props) {
  const { answer } = submission
  const [canceledAnswer, setCanceledAnswer] = useState<typeof answer>()
  if (canceledAnswer === answer) return null
  const cancel = () => {
    setCanceledAnswer(answer)
    onCancel?.()
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  return (
    <QuestionPanel
      {...{ id, question }}
      heading="h3"
      buttons={
        <>
          <SubmitButton isBusy={submission.isBusy} label={submitLabel} />
          <Button look="outline" onClick={cancel}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      {children}
    </QuestionPanel>
  )
}
