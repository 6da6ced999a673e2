import { UPLOAD_FILE_PART } from '../../../contract/core/endpoint.ts'
import type { DeliverableStepRule } from '../../../contract/work/deliverable-states-and-step-rules.ts'
import type { Deliverable } from '../../../contract/work/deliverables.ts'
import { ORDER_FILE_HELP } from '../../../contract/work/order-files.ts'
import { OrderFileField } from '../../conversation/order-file-field.tsx'
import { type FormFieldSpec, LabeledInput } from '../../forms/form-field.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { type FormSubmission, SubmissionForm } from '../forms/form-submission.tsx'
import { Button, getButtonClass } from '../shell/button.tsx'
import { getStepLabel } from './deliverable-state-and-step-labels.ts'
import { deliverableStepFormFields } from './work-forms.ts'

type Props = { step: DeliverableStepRule; deliverable: Deliverable; submission: FormSubmission; isUsual: boolean }

/** Takes one step. The usual step shows its fields. The fields of the others open below their button. */
export function StepForm({ step, deliverable, submission, isUsual }: Props) {
  const { answer } = submission
  const isRefused = answer?.error !== undefined && answer.values.state === step.to
  const names = listNeededFields(step)
  const label = getStepLabel(deliverable.state, step)
  const values = isRefused ? answer.values : undefined
  const takesFile = stepNeedsDraftOrProof(step)
  const form = (
    <SubmissionForm submission={submission} takesFile={takesFile} className="form-in-panel grid min-w-0 grid-cols-1 gap-3">
      <HiddenFields values={{ id: deliverable._id, _version: String(deliverable._version), state: step.to }} />
      {names.map((name) => (
        <LabeledInput
          key={name}
          {...(deliverableStepFormFields[name] as FormFieldSpec)}
          id={getStepFieldId(step, name)}
          name={name}
          value={values?.[name]}
          error={isRefused ? answer.fields[name] : undefined}
        />
      ))}
      {takesFile && (
        <OrderFileField
          id={getStepFieldId(step, UPLOAD_FILE_PART)}
          label="File"
          help={`${ORDER_FILE_HELP} A link, some text or a file is enough.`}
          values={values}
          error={isRefused ? answer.fields[UPLOAD_FILE_PART] : undefined}
          inputClassName="chosen-file"
        />
      )}
      <Button
        type="submit"
        look={isUsual || names.length > 0 ? 'filled' : 'outline'}
        aria-disabled={submission.isBusy}
        className="justify-self-start"
      >
        {submission.isBusy ? 'Saving…' : label}
      </Button>
    </SubmissionForm>
  )
  if (isUsual || names.length === 0) return form
  return (
    <details className="disclosure open:w-full" open={isRefused}>
      <summary className={getButtonClass('outline')}>{label}</summary>
      <div className="mt-3">{form}</div>
    </details>
  )
}

function getStepFieldId({ to }: DeliverableStepRule, name: string): string {
  return `${to.replaceAll(' ', '-')}-${name}`
}

/** Returns whether a step shows the client a link, a text or a file. */
export function stepNeedsDraftOrProof({ needs }: DeliverableStepRule): boolean {
  return needs === 'draft' || needs === 'proof'
}

function listNeededFields(step: DeliverableStepRule): (keyof typeof deliverableStepFormFields)[] {
  if (step.needs === 'waitingFor' || step.needs === 'reason') return [step.needs]
  return stepNeedsDraftOrProof(step) ? ['proofUrl', 'proofNote'] : []
}
