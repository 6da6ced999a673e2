import { UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import type { DeliverableStepRule } from '#contract/work/deliverable-workflow.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import { ORDER_FILE_HELP } from '#contract/work/order-files.ts'
import { OrderFileField } from '../../conversation/order-file-field.tsx'
import type { Values } from '../../forms/form-action.ts'
import { buildFieldId, type FormFieldSpec, HiddenFields, LabeledInput } from '../../forms/form-field.tsx'
import { type FormSubmission, SubmissionError, SubmissionForm } from '../forms/form-submission.tsx'
import { Button, getButtonClass } from '../shell/button.tsx'
import { getStepLabel } from './deliverable-state.tsx'
import { deliverableStepFormFields } from './work-forms.ts'

type StepFormProps = {
  step: DeliverableStepRule
  orderId: string
  deliverable: Pick<Deliverable, '_id' | '_version' | 'title' | 'state'>
  submission: FormSubmission
  /** Shows its fields without a press. */
  isUsual?: boolean
  /** In a table of deliverables, the button says of which. */
  isRow?: boolean
}

/** Takes one step. The usual step shows its fields. The fields of the others open below their button. */
export function StepForm({ step, orderId, deliverable, submission, isUsual = false, isRow = false }: StepFormProps) {
  const { answer } = submission
  const target = { id: deliverable._id, state: step.to }
  const isRefused = answer?.error !== undefined && answer.values.id === target.id && answer.values.state === step.to
  const names = listNeededFields(step)
  const label = getStepLabel(deliverable.state, step)
  const values = isRefused ? answer.values : undefined
  const takesFile = stepNeedsDraftOrProof(step)
  const form = (
    <SubmissionForm submission={submission} className="form-in-panel grid min-w-0 grid-cols-1 gap-3">
      <HiddenFields values={{ ...target, orderId, _version: String(deliverable._version) }} />
      {names.map((name) => (
        <LabeledInput
          key={name}
          {...(deliverableStepFormFields[name] as FormFieldSpec)}
          id={buildFieldId(getStepFormId(target), name)}
          name={name}
          value={values?.[name]}
          error={isRefused ? answer.fields[name] : undefined}
        />
      ))}
      {takesFile && (
        <OrderFileField
          id={buildFieldId(getStepFormId(target), UPLOAD_FILE_PART)}
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
    <details className={`disclosure ${isRow ? 'relative' : 'open:w-full'}`} open={isRefused}>
      <summary className={getButtonClass(isRow ? 'filled' : 'outline')}>
        {label}
        {isRow && <span className="sr-only">: {deliverable.title}</span>}
      </summary>
      <div
        className={`mt-3 ${isRow ? 'text-left md:absolute md:right-0 md:z-10 md:w-80 md:rounded-card md:border md:border-rule md:bg-white md:p-4' : ''}`}
      >
        {isRow && isRefused && <SubmissionError submission={submission} form={getStepFormId(target)} />}
        {form}
      </div>
    </details>
  )
}

/** Returns the id of the form of a step, which begins the ids of its fields. */
export function getStepFormId({ id = '', state = '' }: Values): string {
  return `${id}-${state.replaceAll(' ', '-')}`
}

/** Returns whether a step shows the client a link, a text or a file. */
export function stepNeedsDraftOrProof({ needs }: DeliverableStepRule): boolean {
  return needs === 'draft' || needs === 'proof'
}

function listNeededFields(step: DeliverableStepRule): (keyof typeof deliverableStepFormFields)[] {
  if (step.needs === 'waitingFor' || step.needs === 'reason') return [step.needs]
  return stepNeedsDraftOrProof(step) ? ['proofUrl', 'proofNote'] : []
}
