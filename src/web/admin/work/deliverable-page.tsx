import { useLoaderData } from 'react-router'
import { formatCalendarDay } from '../../../contract/core/date-time-format.ts'
import { type DeliverableStep, listSteps } from '../../../contract/work/deliverable-steps.ts'
import type { Deliverable } from '../../../contract/work/deliverables.ts'
import { buildOrderFileUrl } from '../../../contract/work/order-files.ts'
import { createFormActions } from '../../forms/form-action.ts'
import { type FormFieldSpec, TextField } from '../../forms/form-field.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { type DeliverablePageData, loadDeliverable } from '../../load-deliverable.ts'
import {
  type FormSubmission,
  getLastAnswer,
  SubmissionForm,
  SubmissionResult,
  useFormSubmission,
  useRestoreFocus,
} from '../forms/form-submission.tsx'
import { adminPaths, buildOrderWorkPath } from '../navigation.ts'
import { AdminPage } from '../shell/admin-page.tsx'
import { Button, buttonClass } from '../shell/button.tsx'
import { DateTime } from '../shell/date-time.tsx'
import { SidePanel } from '../shell/side-panel.tsx'
import { DeliverableStateChip } from './state-chip.tsx'
import { findUsualStep, getStepLabel, stateLabels } from './step-labels.ts'
import { editFields, stepFields, workForms } from './work-forms.ts'

export const loader = loadDeliverable

export const action = createFormActions(workForms)

/** Shows one deliverable with the steps that the team can take, its history, and a form that changes it. */
export function Page() {
  const { order, deliverable } = useLoaderData<DeliverablePageData>()
  const submission = useFormSubmission('step')
  const editing = useFormSubmission('edit')
  useRestoreFocus(submission, deliverable)
  const { title, details, dueOn, waitingFor, reason, _version } = deliverable
  const usualStep = findUsualStep(deliverable)
  const steps = listSteps(deliverable, 'team').toSorted((a, b) => Number(b === usualStep) - Number(a === usualStep))
  return (
    <AdminPage
      heading={title}
      background="paper"
      crumbs={[
        { name: 'Work', to: adminPaths.work },
        { name: `Order ${order._number}`, to: buildOrderWorkPath(order._id) },
        { name: title },
      ]}
      note={dueOn ? `Due ${formatCalendarDay(dueOn)}` : 'No date until the month starts'}
      aside={<DeliverableStateChip {...deliverable} />}
    >
      <div className="grid gap-5 px-(--edge) pb-16 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 content-start gap-5">
          {(details || waitingFor || reason) && (
            <SidePanel title="Details">
              {details && <p className="whitespace-pre-wrap wrap-anywhere">{details}</p>}
              {waitingFor && <p className="wrap-anywhere">We need from the client: {waitingFor}</p>}
              {reason && <p className="wrap-anywhere">{reason}</p>}
            </SidePanel>
          )}
          <SidePanel title="Next step">
            <SubmissionResult submission={submission} />
            {steps.map((step) => (
              <StepForm
                key={`${_version} ${step.to}`}
                step={step}
                deliverable={deliverable}
                submission={submission}
                isUsual={step === usualStep}
              />
            ))}
          </SidePanel>
          <EditPanel key={_version} deliverable={deliverable} submission={editing} />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <ProofPanel deliverable={deliverable} />
          <HistoryPanel deliverable={deliverable} />
        </div>
      </div>
    </AdminPage>
  )
}

type StepFormProps = { step: DeliverableStep; deliverable: Deliverable; submission: FormSubmission; isUsual: boolean }

/** Takes one step. The fields of what it needs open below its button. */
function StepForm({ step, deliverable, submission, isUsual }: StepFormProps) {
  const { _id, _version, state } = deliverable
  const answer = getLastAnswer(submission)
  const isRefused = answer?.error !== undefined && answer.values.state === step.to
  const label = getStepLabel(state, step)
  const names = listNeededFields(step)
  const hiddenFields = <HiddenFields values={{ id: _id, _version: String(_version), state: step.to }} />
  if (names.length === 0)
    return (
      <SubmissionForm submission={submission}>
        {hiddenFields}
        <Button type="submit" look={isUsual ? 'filled' : 'outline'} aria-disabled={submission.isBusy}>
          {label}
        </Button>
      </SubmissionForm>
    )
  return (
    <details className="disclosure" open={isUsual || isRefused}>
      <summary className={buttonClass('outline')}>{label}</summary>
      <SubmissionForm submission={submission} className="form-in-panel mt-3 grid gap-3">
        {hiddenFields}
        {names.map((name) => (
          <TextField
            key={name}
            {...(stepFields[name] as FormFieldSpec)}
            id={`${step.to.replaceAll(' ', '-')}-${name}`}
            name={name}
            value={isRefused ? answer.values[name] : undefined}
            error={isRefused ? answer.fields[name] : undefined}
          />
        ))}
        <Button type="submit" aria-disabled={submission.isBusy} className="justify-self-start">
          {submission.isBusy ? 'Saving…' : label}
        </Button>
      </SubmissionForm>
    </details>
  )
}

function listNeededFields({ needs }: DeliverableStep): (keyof typeof stepFields)[] {
  if (needs === 'waitingFor' || needs === 'reason') return [needs]
  return needs === 'draft' || needs === 'proof' ? ['proofUrl', 'proofNote'] : []
}

function EditPanel({ deliverable, submission }: { deliverable: Deliverable; submission: FormSubmission }) {
  const { _id, _version, needsApproval, assignee = '' } = deliverable
  const answer = getLastAnswer(submission)
  const values: Record<string, string> = {
    title: deliverable.title,
    details: deliverable.details,
    dueOn: deliverable.dueOn ?? '',
    needsApproval: needsApproval ? 'Yes' : 'No',
    assignee,
    ...(answer?.error !== undefined && answer.values),
  }
  return (
    <details className="disclosure" open={answer?.error !== undefined}>
      <summary className={buttonClass('outline')}>Change title, date or person</summary>
      <SubmissionForm submission={submission} className="sheet form-in-panel mt-3 grid gap-3 p-4 md:p-5">
        <SubmissionResult submission={submission} />
        <HiddenFields values={{ id: _id, _version: String(_version) }} />
        {Object.entries<FormFieldSpec>(editFields).map(([name, spec]) => (
          <TextField key={name} {...spec} id={`edit-${name}`} name={name} value={values[name]} error={answer?.fields[name]} />
        ))}
        <Button type="submit" aria-disabled={submission.isBusy} className="justify-self-start">
          {submission.isBusy ? 'Saving…' : 'Save'}
        </Button>
      </SubmissionForm>
    </details>
  )
}

function ProofPanel({ deliverable: { proof, state, draftNumber } }: { deliverable: Deliverable }) {
  if (!proof) return null
  const { url, file, note } = proof
  return (
    <SidePanel title={state === 'delivered' ? 'Proof' : `Draft ${draftNumber}`}>
      {note && <p className="whitespace-pre-wrap wrap-anywhere">{note}</p>}
      {url && (
        <a href={url} className="underline wrap-anywhere">
          {url}
        </a>
      )}
      {file && (
        <a href={buildOrderFileUrl(file.id)} className="underline wrap-anywhere">
          {file.name}
        </a>
      )}
    </SidePanel>
  )
}

function HistoryPanel({ deliverable: { history } }: { deliverable: Deliverable }) {
  return (
    <SidePanel title="History">
      <ol className="grid gap-3">
        {history.map(({ at, state, by, actor, comment }) => (
          <li key={at} className="border-t border-rule-light pt-3">
            <p className="font-semibold">{stateLabels[state]}</p>
            {comment && <p className="whitespace-pre-wrap wrap-anywhere">{comment}</p>}
            <p className="text-help text-muted wrap-anywhere">
              {by === 'customer' ? 'The client' : actor}, <DateTime at={at} />
            </p>
          </li>
        ))}
      </ol>
    </SidePanel>
  )
}
