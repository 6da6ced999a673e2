import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { buildFieldId, LabeledField } from '#web/forms/form-field.tsx'
import {
  type FormSubmission,
  PostButton,
  SubmissionError,
  SubmissionForm,
  useFormSubmission,
} from '../../forms/form-submission.tsx'
import { getUndoValues } from '../../forms/undoable-form.ts'
import { AdminSection } from '../../shell/admin-section.tsx'
import { getButtonClass, SubmitButton } from '../../shell/button.tsx'
import { NewFindingsQuestion, NewFindingsQuestionForm } from '../form/new-findings-panels.tsx'
import type { BusinessTimeZoneData, ReleasePageData } from './load-release.ts'
import type { ReleaseFormName } from './release-forms.ts'

/** Publishes all staged changes now, schedules them, or discards them. */
export function ReleasePanel({ release }: { release: ReleasePageData }) {
  const publishSubmission = useFormSubmission('publish' satisfies ReleaseFormName, release)
  const discardSubmission = useFormSubmission('discard' satisfies ReleaseFormName, release)
  const scheduleSubmission = useFormSubmission('schedule' satisfies ReleaseFormName, release)
  const unscheduleSubmission = useFormSubmission('takeBack' satisfies ReleaseFormName, release)
  const { changes, scheduledFor, scheduledBy, failure, publishTimeZone } = release
  const isScheduled = scheduledFor !== null
  return (
    <>
      {failure && !isScheduled && (
        <div className="rounded-card border border-error bg-error-tint p-4 text-error-deep">
          <h2 className="font-semibold">The drafts weren’t published on time</h2>
          <p className="mt-1">{failure}</p>
        </div>
      )}
      <ReleaseActionUndoPanel submission={publishSubmission} label="Undo publishing">
        Changed your mind? Undo takes everything back at once. The changes become drafts again.
      </ReleaseActionUndoPanel>
      <ReleaseActionUndoPanel submission={discardSubmission} label="Undo discard">
        Undo brings the discarded drafts back.
      </ReleaseActionUndoPanel>
      {[publishSubmission, discardSubmission, unscheduleSubmission, scheduleSubmission].map((submission) => (
        <SubmissionError key={submission.form} submission={submission} />
      ))}
      {changes.length > 0 && <NewFindingsQuestionForm submission={publishSubmission} submitLabel="Publish anyway" />}
      {changes.length > 0 && (
        <AdminSection headingId="publish-title" heading="Publish">
          <div className="grid gap-4 border-t-[1.5px] border-ink p-4 md:px-5">
            {isScheduled && (
              <p className="wrap-anywhere">
                {scheduledBy} scheduled all of this for <strong>{scheduledFor}</strong>.
              </p>
            )}
            <div className="flex flex-wrap items-start gap-3">
              {isScheduled && (
                <PostButton submission={unscheduleSubmission} busyLabel="Canceling…" look="filled">
                  Cancel schedule
                </PostButton>
              )}
              <PostButton submission={publishSubmission} busyLabel="Publishing…" look={isScheduled ? 'outline' : 'filled'}>
                {isScheduled ? 'Publish all now' : 'Publish all'}
              </PostButton>
              {!isScheduled && <ScheduleForm submission={scheduleSubmission} publishTimeZone={publishTimeZone} />}
              <PostButton submission={discardSubmission} busyLabel="Discarding…">
                Discard all
              </PostButton>
            </div>
          </div>
        </AdminSection>
      )}
    </>
  )
}

type UndoPanelProps = { submission: FormSubmission; label: string; children: ReactNode }

/** Offers to undo the last action, for as long as the page is open, and again after an undo that failed. */
export function ReleaseActionUndoPanel({ submission, label, children }: UndoPanelProps) {
  const undoValues = getUndoValues(submission.answer)
  if (!undoValues) return null
  return (
    <section aria-label={label} className="sheet flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 md:px-5">
      <p>{children}</p>
      <PostButton submission={submission} values={undoValues}>
        {label}
      </PostButton>
    </section>
  )
}

/** Takes the date and time in the business's time zone, so that every admin means the same moment. */
function ScheduleForm({
  submission,
  publishTimeZone: { zone, zoneLabel, isGiven },
}: {
  submission: FormSubmission
  publishTimeZone: BusinessTimeZoneData
}) {
  const { answer } = submission
  const help = `Your business’s time zone: ${zoneLabel} (${zone.replaceAll('_', ' ')}).`
  return (
    <details open={answer?.error !== undefined} className="disclosure">
      <summary className={getButtonClass('outline')}>Publish later…</summary>
      <SubmissionForm submission={submission} className="form-in-panel mt-4 grid max-w-160 gap-4">
        <input type="hidden" name="zone" value={zone} />
        <NewFindingsQuestion submission={submission} submitLabel="Schedule anyway" />
        <LabeledField id={buildFieldId('schedule', 'at')} label="Date and time" help={help} error={answer?.fields.at}>
          {(control) => (
            <input {...control} type="datetime-local" name="at" defaultValue={answer?.values.at} className="control" />
          )}
        </LabeledField>
        {!isGiven && (
          <p className="text-fine text-muted">
            You haven’t set your business’s time zone yet. If this isn’t yours,{' '}
            <Link to={businessInfo.editor.home} className="underline">
              set it first
            </Link>
            .
          </p>
        )}
        <SubmitButton isBusy={submission.isBusy} label="Schedule" className="justify-self-start" />
      </SubmissionForm>
    </details>
  )
}
