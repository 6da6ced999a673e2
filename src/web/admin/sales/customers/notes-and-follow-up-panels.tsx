import { formatCalendarDay } from '../../../../contract/core/date-time-format.ts'
import { UserError } from '../../../../contract/core/user-error.ts'
import {
  addCustomerNoteEndpoint,
  type CustomerDetailsReply,
  type CustomerNote,
  deleteCustomerNoteEndpoint,
  eraseCustomerNotesAndFilesEndpoint,
  setFollowUpEndpoint,
} from '../../../../contract/sales/customers.ts'
import { defineForm, type FormDefinition } from '../../../forms/form-action.ts'
import { hiddenFieldSpec } from '../../../forms/form-field.tsx'
import { HiddenFields } from '../../../forms/hidden-fields.tsx'
import {
  type FormSubmission,
  SubmissionForm,
  SubmissionResultMessage,
  useFocusAfterAnswer,
  useFormSubmission,
} from '../../forms/form-submission.tsx'
import { SubmissionFormFields } from '../../forms/submission-form-fields.tsx'
import { Button, getButtonClass } from '../../shell/button.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { TitledPanel } from '../../shell/titled-panel.tsx'

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
  note: defineForm(noteFields, async ({ call, values: { email, text }, key }) => ({
    notice: (await call(addCustomerNoteEndpoint, { body: { email, text }, key })).message,
    values: {},
  })),
  deleteNote: defineForm({ id: hiddenFieldSpec }, async ({ call, values: { id } }) => ({
    notice: (await call(deleteCustomerNoteEndpoint, { params: { id } })).message,
  })),
  followUp: defineForm(followUpFields, async ({ call, values: { email, on, note } }) => {
    // The call takes an empty date to clear it.
    if (on === '') throw new UserError(400, NO_DATE, { on: NO_DATE })
    return { notice: (await call(setFollowUpEndpoint, { body: { email, on, note } })).message, values: {} }
  }),
  clearFollowUp: defineForm({ email: hiddenFieldSpec }, async ({ call, values: { email } }) => ({
    notice: (await call(setFollowUpEndpoint, { body: { email, on: '', note: '' } })).message,
  })),
  erase: defineForm({ email: hiddenFieldSpec }, async ({ call, values: { email } }) => ({
    notice: (await call(eraseCustomerNotesAndFilesEndpoint, { body: { email } })).message,
  })),
}

type Props = { customer: CustomerDetailsReply }

/** Lists the team's notes, newest first, with a form that adds one. */
export function NotesPanel({ customer: { email, notes } }: Props) {
  const submission = useFormSubmission('note')
  const deletion = useFormSubmission('deleteNote')
  useFocusAfterAnswer(deletion, notes)
  return (
    <section aria-labelledby="notes-title" className="sheet">
      <header>
        <div>
          <h2 id="notes-title">Notes</h2>
          <p className="text-help text-muted">Only your team sees them, never the customer.</p>
        </div>
      </header>
      <div className="grid gap-4 px-4 pb-5 md:px-5">
        <SubmissionForm key={notes[0]?._id} submission={submission} className="form-in-panel grid gap-3 print:hidden">
          <SubmissionResultMessage submission={submission} />
          <HiddenFields values={{ email }} />
          <SubmissionFormFields submission={submission} fields={noteFields} />
          <Button type="submit" aria-disabled={submission.isBusy} className="justify-self-start">
            {submission.isBusy ? 'Saving…' : 'Add note'}
          </Button>
        </SubmissionForm>
        <SubmissionResultMessage submission={deletion} />
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
  const submission = useFormSubmission('followUp')
  const clearing = useFormSubmission('clearFollowUp')
  useFocusAfterAnswer(submission, followUp)
  useFocusAfterAnswer(clearing, followUp)
  return (
    <TitledPanel title="Follow-up">
      <SubmissionResultMessage submission={clearing} />
      {followUp ? (
        <>
          <p>
            <strong>{formatCalendarDay(followUp.on)}</strong>
            {followUp.note && <span className="block wrap-anywhere">{followUp.note}</span>}
            <span className="block text-help text-muted wrap-anywhere">Set by {followUp.setBy}</span>
          </p>
          <SubmissionForm submission={clearing} className="print:hidden">
            <HiddenFields values={{ email }} />
            <Button type="submit" look="outline" aria-disabled={clearing.isBusy}>
              {clearing.isBusy ? 'Saving…' : 'Done'}
              <span className="sr-only">: clear the follow-up</span>
            </Button>
          </SubmissionForm>
        </>
      ) : (
        <SubmissionForm submission={submission} className="form-in-panel grid gap-3 print:hidden">
          <SubmissionResultMessage submission={submission} />
          <HiddenFields values={{ email }} />
          <SubmissionFormFields submission={submission} fields={followUpFields} />
          <Button type="submit" look="outline" aria-disabled={submission.isBusy}>
            {submission.isBusy ? 'Saving…' : 'Save follow-up'}
          </Button>
        </SubmissionForm>
      )}
    </TitledPanel>
  )
}

/** Deletes notes, follow-up, answers, messages and files, for a person who asks to be forgotten. Takes two presses. */
export function EraseCustomerDataPanel({ customer: { email, notes, followUp, orders } }: Props) {
  const submission = useFormSubmission('erase')
  useFocusAfterAnswer(submission, notes)
  if (notes.length === 0 && followUp === null && orders.length === 0) return <SubmissionResultMessage submission={submission} />
  return (
    <TitledPanel title="Asked you to delete their data?" isDashed>
      <SubmissionResultMessage submission={submission} />
      <details className="disclosure print:hidden">
        <summary className={getButtonClass('outline')}>Delete notes, messages and files</summary>
        <SubmissionForm submission={submission} className="mt-3 grid gap-3">
          <p className="text-help text-muted">
            Permanently deletes every note, the follow-up date, and all answers, messages and files of their orders. Orders,
            payments and invoices stay: the law requires you to keep them.
          </p>
          <HiddenFields values={{ email }} />
          <Button type="submit" look="outline" aria-disabled={submission.isBusy} className="justify-self-start">
            {submission.isBusy ? 'Deleting…' : 'Yes, delete them'}
          </Button>
        </SubmissionForm>
      </details>
    </TitledPanel>
  )
}
