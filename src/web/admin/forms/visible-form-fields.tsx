import { useState } from 'react'
import { PASSWORD_CONFIRMATION_FIELD } from '#contract/core/user-error.ts'
import type { FormAnswer } from '../../forms/form-action.ts'
import { buildFieldId, type FormFieldSpec, LabeledInput } from '../../forms/form-field.tsx'
import type { FormFieldSpecsByName } from '../../forms/html-form.tsx'
import type { FormSubmission } from './form-submission.tsx'
import { PasswordConfirmationField } from './password-confirmation-field.tsx'

type Props = {
  submission: FormSubmission
  fields: FormFieldSpecsByName
  /** The prefix of the fields' ids, if the page shows the form more than once. */
  form?: string
}

/** The visible fields of a `SubmissionForm`, and a password field if the last answer asks for the password. */
export function VisibleFormFields({ submission, fields, form = submission.form }: Props) {
  const { answer } = submission
  return (
    <>
      {Object.entries(fields)
        .filter(([, { type }]) => type !== 'hidden')
        .map(([name, spec]) => (
          <SubmissionInput key={name} spec={spec} id={buildFieldId(form, name)} name={name} answer={answer} />
        ))}
      <PasswordConfirmationField form={form} submission={submission} error={answer?.fields[PASSWORD_CONFIRMATION_FIELD]} />
    </>
  )
}

type SubmissionInputProps = { spec: FormFieldSpec; id: string; name: string; answer: FormAnswer | undefined }

/** Hides the field's error as soon as the admin types. */
function SubmissionInput({ spec, id, name, answer }: SubmissionInputProps) {
  const [dismissedAnswer, setDismissedAnswer] = useState<FormAnswer>()
  return (
    <div onInput={() => setDismissedAnswer(answer)}>
      <LabeledInput
        {...spec}
        id={id}
        name={name}
        value={answer?.values[name]}
        error={answer === dismissedAnswer ? undefined : answer?.fields[name]}
      />
    </div>
  )
}
