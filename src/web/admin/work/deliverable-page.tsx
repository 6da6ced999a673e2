import { useLoaderData } from 'react-router'
import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { listAllowedSteps } from '#contract/work/deliverable-workflow.ts'
import { type Deliverable, type DeliverableProofData, isEarlierDraft } from '#contract/work/deliverables.ts'
import { buildOrderFileUrl } from '#contract/work/order-files.ts'
import { describeDeliverableOutcome } from '../../describe-deliverable-outcome.ts'
import { createNamedFormsAction, type Values } from '../../forms/form-action.ts'
import { type FormFieldSpec, HiddenFields, LabeledInput } from '../../forms/form-field.tsx'
import { loadDeliverable } from '../../load-deliverable.ts'
import { adminPaths, buildOrderWorkPath } from '../admin-paths.ts'
import { type FormSubmission, SubmissionError, SubmissionForm, useFormSubmission } from '../forms/form-submission.tsx'
import { AdminPage } from '../shell/admin-page.tsx'
import { getButtonClass, SubmitButton } from '../shell/button.tsx'
import { DateTime } from '../shell/date-time.tsx'
import { TitledPanel } from '../shell/titled-panel.tsx'
import { DeliverableStateChip, deliverableStateLabels, findUsualStep } from './deliverable-state.tsx'
import { getStepFormId, StepForm, stepNeedsDraftOrProof } from './step-form.tsx'
import {
  buildShownValueFieldName,
  DELIVERABLE_PROOF_FORM_NAME,
  deliverableEditFormFields,
  deliverableForms,
  pickEditedFields,
} from './work-forms.ts'

export const loader = loadDeliverable

export const action = createNamedFormsAction(deliverableForms)

/** Shows one deliverable with the steps that the team can take, its history, and a form that changes it. */
export function Page() {
  const { order, deliverable } = useLoaderData<typeof loader>()
  const submission = useFormSubmission('step', deliverable)
  const proving = useFormSubmission(DELIVERABLE_PROOF_FORM_NAME, deliverable)
  const editing = useFormSubmission('edit')
  const { title, details, dueOn, waitingFor, reason, _version } = deliverable
  const outcome = describeDeliverableOutcome(deliverable)
  const usualStep = findUsualStep(deliverable)
  const steps = listAllowedSteps(deliverable, 'team').toSorted((a, b) => Number(b === usualStep) - Number(a === usualStep))
  return (
    <AdminPage
      heading={title}
      crumbs={[
        { name: 'Work', to: adminPaths.work },
        { name: `Order ${order._number}`, to: buildOrderWorkPath(order._id) },
        { name: title },
      ]}
      note={`${order.customerName}. ${dueOn ? `Due ${formatCalendarDay(dueOn)}` : 'No date until the month starts'}`}
      aside={<DeliverableStateChip {...deliverable} />}
    >
      <div className="grid grid-cols-1 gap-5 px-(--edge) pb-16 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-5">
          {(details || waitingFor || reason || outcome) && (
            <TitledPanel title="Details">
              {details && <p className="whitespace-pre-wrap wrap-anywhere">{details}</p>}
              {waitingFor && <p className="wrap-anywhere">Needed from the client: {waitingFor}</p>}
              {reason && <p className="wrap-anywhere">{reason}</p>}
              {outcome && <p>{outcome}</p>}
            </TitledPanel>
          )}
          <TitledPanel title="Next step">
            <StepResult submission={submission} />
            <StepResult submission={proving} />
            <div
              key={`${deliverable._id} ${submission.successCount} ${proving.successCount}`}
              className="flex flex-wrap items-start gap-3 [&>form:first-child]:w-full"
            >
              {steps.map((step) => (
                <StepForm
                  key={step.to}
                  step={step}
                  orderId={order._id}
                  deliverable={deliverable}
                  submission={stepNeedsDraftOrProof(step) ? proving : submission}
                  isUsual={step === usualStep}
                />
              ))}
            </div>
          </TitledPanel>
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

/** Shows why a step was refused. The summary links the fields of that step. */
function StepResult({ submission }: { submission: FormSubmission }) {
  return <SubmissionError submission={submission} form={getStepFormId(submission.answer?.values ?? {})} />
}

function EditPanel({ deliverable, submission }: { deliverable: Deliverable; submission: FormSubmission }) {
  const { _id, _version, needsApproval, assignee = '' } = deliverable
  const { answer } = submission
  const currentValues: Values = {
    title: deliverable.title,
    details: deliverable.details,
    dueOn: deliverable.dueOn ?? '',
    needsApproval: needsApproval ? 'Yes' : 'No',
    assignee,
    weight: String(deliverable.weight),
  }
  const shownValues = Object.fromEntries(
    Object.entries(currentValues).map(([name, value]) => [buildShownValueFieldName(name), value]),
  )
  const values = { ...currentValues, ...(answer?.error !== undefined && pickEditedFields(answer.values)) }
  return (
    <details className="disclosure" open={answer?.error !== undefined}>
      <summary className={getButtonClass('outline')}>Change title, date or person</summary>
      <SubmissionForm
        key={Object.values(currentValues).join('\n')}
        submission={submission}
        className="sheet form-in-panel mt-3 grid gap-3 p-4 md:p-5"
      >
        <SubmissionError submission={submission} />
        <HiddenFields values={{ id: _id, _version: String(_version), ...shownValues }} />
        {Object.entries<FormFieldSpec>(deliverableEditFormFields).map(([name, spec]) => (
          <LabeledInput key={name} {...spec} id={`edit-${name}`} name={name} value={values[name]} error={answer?.fields[name]} />
        ))}
        <SubmitButton isBusy={submission.isBusy} label="Save" className="justify-self-start" />
      </SubmissionForm>
    </details>
  )
}

function ProofPanel({ deliverable: { proof, state, draftNumber } }: { deliverable: Deliverable }) {
  if (!proof) return null
  return (
    <TitledPanel title={state === 'delivered' ? 'Proof' : `Draft ${draftNumber}`}>
      <ProofContent proof={proof} />
    </TitledPanel>
  )
}

function ProofContent({ proof: { url, file, note } }: { proof: DeliverableProofData }) {
  return (
    <>
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
    </>
  )
}

function HistoryPanel({ deliverable }: { deliverable: Deliverable }) {
  return (
    <TitledPanel title="History">
      <ol className="grid gap-3">
        {deliverable.history.map((entry) => {
          const { at, state, by, actor, comment, draftNumber, proof } = entry
          return (
            <li key={at} className="border-t border-rule-light pt-3">
              <p className="font-semibold">
                {by === 'customer' && state === 'waiting for approval' ? 'Approval taken back' : deliverableStateLabels[state]}
              </p>
              {comment && <p className="whitespace-pre-wrap wrap-anywhere">{comment}</p>}
              {isEarlierDraft(entry, deliverable) && proof && (
                <details className="disclosure">
                  <summary className="underline">Draft {draftNumber}</summary>
                  <ProofContent proof={proof} />
                </details>
              )}
              <p className="text-help text-muted wrap-anywhere">
                {by === 'customer' ? 'The client, ' : actor && `${actor}, `}
                <DateTime at={at} />
              </p>
            </li>
          )
        })}
      </ol>
    </TitledPanel>
  )
}
