import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { UserError } from '#contract/core/user-error.ts'
import {
  addCustomerNoteEndpoint,
  type CustomerDetailsReply,
  type CustomerNote,
  deleteCustomerNoteEndpoint,
  eraseCustomerNotesMessagesAndFilesEndpoint,
  setFollowUpEndpoint,
} from '#contract/sales/customers.ts'
import { defineForm, type FormDefinition } from '#web/forms/form-action.ts'
import { buildFieldId, HiddenFields, hiddenFieldSpec } from '#web/forms/form-field.tsx'
import {
  type FormSubmission,
  PostButton,
  SubmissionError,
  SubmissionForm,
  useFormSubmission,
} from '../../forms/form-submission.tsx'
import { VisibleFormFields } from '../../forms/visible-form-fields.tsx'
import { SubmitButton } from '../../shell/button.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { TitledPanel } from '../../shell/titled-panel.tsx'

type Props = { customer: CustomerDetailsReply }

/** Lists the team's notes, newest first, with a form that adds one. */
export function NotesPanel({ customer: { email, notes } }: Props) {
  const submission = useFormSubmission('note', notes, () => document.getElementById(buildFieldId('note', 'text')))
  const deletion = useFormSubmission('deleteNote', notes)
  return (
    <section aria-labelledby="notes-title" className="sheet">
      <header>
        <div>
          <h2 id="notes-title">Notes</h2>
          <p className="text-help text-muted">Only your team sees them, never the customer.</p>
        </div>
      </header>
      <div className="grid gap-4 px-4 pb-5 md:px-5">
        <SubmissionForm
          key={`${email} ${submission.successCount}`}
          submission={submission}
          className="form-in-panel grid gap-3 print:hidden"
        >
          <SubmissionError submission={submission} />
          <HiddenFields values={{ email }} />
          <VisibleFormFields submission={submission} fields={noteFields} />
          <SubmitButton isBusy={submission.isBusy} label="Add note" className="justify-self-start" />
        </SubmissionForm>
        <SubmissionError submission={deletion} />
        {notes.length > 0 && (
          <ul>
            {notes.map((note) => (
              <NoteItem key={note._id} note={note} submission={deletion} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function NoteItem({ note: { _id, text, author, at }, submission }: { note: CustomerNote; submission: FormSubmission }) {
  return (
    <li className="grid gap-1 border-t border-rule-light py-3">
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-help text-muted">
        <p className="wrap-anywhere">
          {author}, <DateTime at={at} />
        </p>
        <SubmissionForm submission={submission} className="print:hidden">
          <HiddenFields values={{ id: _id }} />
          <button type="submit" className="min-h-9 underline" aria-disabled={submission.isBusy}>
            Delete<span className="sr-only"> the note: {text.slice(0, 60)}</span>
          </button>
        </SubmissionForm>
      </div>
    </li>
  )
}

/** Shows the follow-up date, or a form that sets one. */
export function FollowUpPanel({ customer: { email, followUp } }: Props) {
  const submission = useFormSubmission('followUp', followUp)
  const clearing = useFormSubmission('clearFollowUp', followUp)
  return (
    <TitledPanel title="Follow-up">
      <SubmissionError submission={clearing} />
      {followUp ? (
        <>
          <p>
            <strong>{formatCalendarDay(followUp.on)}</strong>
            {followUp.note && <span className="block wrap-anywhere">{followUp.note}</span>}
            <span className="block text-help text-muted wrap-anywhere">Set by {followUp.setBy}</span>
          </p>
          <PostButton submission={clearing} values={{ email }} formClassName="print:hidden">
            {clearing.isBusy ? 'Saving…' : 'Done'}
            <span className="sr-only">: clear the follow-up</span>
          </PostButton>
        </>
      ) : (
        <SubmissionForm submission={submission} className="form-in-panel grid gap-3 print:hidden">
          <SubmissionError submission={submission} />
          <HiddenFields values={{ email }} />
          <VisibleFormFields submission={submission} fields={followUpFields} />
          <SubmitButton isBusy={submission.isBusy} label="Save follow-up" look="outline" />
        </SubmissionForm>
      )}
    </TitledPanel>
  )
}

const NO_DATE = 'Choose a date, such as 2026-11-30.'

const noteFields = { email: hiddenFieldSpec, text: { type: 'textarea', label: 'Note' } } as const
const followUpFields = {
  email: hiddenFieldSpec,
  on: { type: 'date', label: 'Date', autoComplete: 'off' },
  note: { type: 'text', label: 'Reminder', help: 'Optional, such as: ask about the second office.', autoComplete: 'off' },
} as const

export const adminCustomerForms: Readonly<
  Record<'note' | 'deleteNote' | 'followUp' | 'clearFollowUp' | 'erase', FormDefinition>
> = {
  note: defineForm(noteFields, ({ call, values: { email, text }, key }) =>
    call(addCustomerNoteEndpoint, { body: { email, text }, key }),
  ),
  deleteNote: defineForm({ id: hiddenFieldSpec }, ({ call, values: { id } }) =>
    call(deleteCustomerNoteEndpoint, { params: { id } }),
  ),
  followUp: defineForm(followUpFields, async ({ call, values: { email, on, note } }) => {
    // The call takes an empty date to clear it.
    if (on === '') throw new UserError(400, NO_DATE, 'on')
    return call(setFollowUpEndpoint, { body: { email, on, note } })
  }),
  clearFollowUp: defineForm({ email: hiddenFieldSpec }, ({ call, values: { email } }) =>
    call(setFollowUpEndpoint, { body: { email, on: '', note: '' } }),
  ),
  erase: defineForm({ email: hiddenFieldSpec }, ({ call, values: { email } }) =>
    call(eraseCustomerNotesMessagesAndFilesEndpoint, { body: { email } }),
  ),
}
