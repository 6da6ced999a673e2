import type { ReactNode } from 'react'
import { CONFIRMATION } from '../../../contract/refusal.ts'
import { FORM_ID } from '../../forms/submission.ts'
import { Confirmation } from './confirmation.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { FieldRow } from './field-row.tsx'
import type { FormPlan } from './form-plan.ts'
import { FORM_NAME } from './outcome.ts'
import { PostedNote } from './posted-note.tsx'
import type { EditorForm } from './use-editor-form.ts'
import type { Saving } from './use-saving.ts'

type Props = {
  /** Which of the page's forms this is. */
  name: string
  plan: FormPlan
  editor: EditorForm
  saving: Saving
  showsEdits?: boolean
  children?: ReactNode
}

/** A form that posts to its own page; with script the router takes the same post to the same action. */
export function PlainForm({ name, plan, editor, saving, showsEdits, children }: Props) {
  return (
    <form id={editor.id} method="post" noValidate onSubmit={editor.submit} className="grid gap-5">
      <input type="hidden" name={FORM_NAME} value={name} />
      {saving.formId && <input type="hidden" name={FORM_ID} value={saving.formId} />}
      <PostedNote posted={saving.posted} />
      <ErrorSummary editor={editor} names={[...[...plan.shown, ...plan.carried].map(({ name }) => name), CONFIRMATION]} />
      {plan.shown.map((one) => (
        <FieldRow key={one.name} {...one} editor={editor} showsEdits={showsEdits} />
      ))}
      {plan.carried.map((one) => (
        <input key={one.name} type="hidden" name={one.name} defaultValue={plan.saved[one.name]} />
      ))}
      <Confirmation editor={editor} saving={saving} />
      {children}
    </form>
  )
}
