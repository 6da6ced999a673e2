import { type ReactNode, useState } from 'react'
import type { FormSubmission } from '../../forms/form-submission.tsx'
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
    <section
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the admin must hear the question first
      autoFocus
      aria-labelledby={id}
      className="grid gap-3 rounded-card border border-rule bg-warning-tint p-4 print:hidden"
    >
      <h3 id={id} className="font-semibold">
        {question}
      </h3>
      {children}
      <div className="flex flex-wrap gap-2">
        <SubmitButton isBusy={submission.isBusy} label={submitLabel} />
        <Button look="outline" onClick={cancel}>
          {cancelLabel}
        </Button>
      </div>
    </section>
  )
}
