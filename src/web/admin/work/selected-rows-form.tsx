import type { OrderOrDeliverableBoardRow } from '#contract/work/board.ts'
import type { DeliverableState } from '#contract/work/deliverable-workflow.ts'
import { buildFieldId, type FormFieldSpec, HiddenFields, LabeledInput } from '../../forms/form-field.tsx'
import { type FormSubmission, SubmissionError, SubmissionForm } from '../forms/form-submission.tsx'
import { Button, getButtonClass } from '../shell/button.tsx'
import { FilterSelect } from '../shell/list-filters.tsx'
import { type RowSelectionState, SelectAll } from '../shell/row-selection.tsx'
import {
  deliverableStepFormFields,
  formatSelectedRows,
  SELECTED_ROWS_BUTTON_NAME,
  type SelectedRowsAction,
} from './work-forms.ts'

type Props = {
  rows: readonly OrderOrDeliverableBoardRow[]
  selection: RowSelectionState
  submission: FormSubmission
  team: readonly string[]
}

/** Returns whether the client must read a part before it is delivered. */
function isSentAsDraft({ needsApproval, state }: { needsApproval: boolean; state: DeliverableState }): boolean {
  return needsApproval && state !== 'approved'
}

/** Says `Send 2 drafts and deliver 3 parts`. */
function describeDelivery(rows: readonly { isDraft: boolean }[]): string {
  const drafts = rows.filter(({ isDraft }) => isDraft).length
  const parts = rows.length - drafts
  const sending = drafts > 0 ? `send ${drafts} ${drafts === 1 ? 'draft' : 'drafts'}` : ''
  const delivering = parts > 0 ? `deliver ${parts} ${parts === 1 ? 'part' : 'parts'}` : ''
  const text = [sending, delivering].filter(Boolean).join(' and ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Assigns the selected deliverables, or takes one step with all of them. */
export function SelectedRowsForm({ rows, selection, submission, team }: Props) {
  const { answer, form } = submission
  const selected = rows.flatMap(({ _id, deliverable }) =>
    deliverable && selection.ids.has(_id) ? [{ ...deliverable, _id, isDraft: isSentAsDraft(deliverable) }] : [],
  )
  const isRefused = answer?.error !== undefined
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-5">
        <SelectAll records={rows} selection={selection} />
      </div>
      <SubmissionError submission={submission} />
      {selected.length > 0 && (
        <SubmissionForm submission={submission} className="sheet grid min-w-0 gap-4 p-4">
          <HiddenFields values={{ parts: formatSelectedRows(selected) }} />
          <div className="flex flex-wrap items-end gap-3">
            <StepButton action="start" submission={submission}>
              Start
            </StepButton>
            <FilterSelect
              label="Assign to"
              name="assignee"
              allLabel="No one"
              className="min-w-0"
              value=""
              choices={team.map((email) => [email, email] as const)}
            />
            <StepButton action="assign" submission={submission}>
              Assign
            </StepButton>
          </div>
          <details className="disclosure" open={isRefused}>
            <summary className={getButtonClass('outline')}>{describeDelivery(selected)}</summary>
            <div className="form-in-panel mt-3 grid gap-3">
              <p className="text-help text-muted">Each client sees the link and the text. Files are added in a row.</p>
              {(['proofUrl', 'proofNote'] as const).map((name) => (
                <LabeledInput
                  key={name}
                  {...(deliverableStepFormFields[name] as FormFieldSpec)}
                  id={buildFieldId(form, name)}
                  name={name}
                  value={isRefused ? answer.values[name] : undefined}
                  error={answer?.fields?.[name]}
                />
              ))}
              <StepButton action="deliver" submission={submission}>
                {describeDelivery(selected)}
              </StepButton>
            </div>
          </details>
        </SubmissionForm>
      )}
    </div>
  )
}

type StepButtonProps = { action: SelectedRowsAction; submission: FormSubmission; children: string }

function StepButton({ action, submission, children }: StepButtonProps) {
  return (
    <Button type="submit" look="outline" name={SELECTED_ROWS_BUTTON_NAME} value={action} aria-disabled={submission.isBusy}>
      {children}
    </Button>
  )
}
