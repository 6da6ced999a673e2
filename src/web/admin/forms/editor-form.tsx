import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { CONFIRMATION } from '../../../contract/refusal.ts'
import { ErrorSummary } from '../../forms/form-answer.tsx'
import { FoundBeforeSaving, findingsIn } from '../checks/found-before-saving.tsx'
import { Confirmation } from './confirmation.tsx'
import { Conflict } from './conflict.tsx'
import { EditorField } from './editor-field.tsx'
import { type Saving, SavingFields } from './saving.tsx'
import { type Editor, type FormPlan, VERSION } from './use-editor-form.ts'

type Props = { plan: FormPlan; editor: Editor; saving: Saving; showsEdits?: boolean; children?: ReactNode }

/** A form that posts to its own page; with script the router takes the same post to the same action. */
export function EditorForm({ plan, editor, saving, showsEdits, children }: Props) {
  const { id, errors, problem } = editor
  const isAsked = findingsIn(saving) !== undefined && Object.keys(errors).length === 0
  const names = [...plan.shown.map(({ name }) => name), CONFIRMATION]
  return (
    <>
      <RestoredNote editor={editor} />
      <form id={id} method="post" noValidate onSubmit={editor.submit} className="grid gap-5">
        <SavingFields saving={saving} />
        {editor.version !== undefined && <input type="hidden" name={VERSION} value={editor.version} />}
        {problem &&
          (isAsked ? (
            <FoundBeforeSaving form={id} saving={saving} isBusy={editor.isBusy} />
          ) : (
            <ErrorSummary answer={{ form: id, error: problem, fields: errors }} names={names} />
          ))}
        <Conflict key={editor.version} editor={editor} plan={plan} />
        {plan.shown.map((one) => (
          <EditorField
            key={one.name}
            {...one}
            editor={editor}
            showsEdits={showsEdits}
            isSample={plan.samples?.includes(one.name) === true}
          />
        ))}
        {plan.carried.map((one) => (
          <input key={one.name} type="hidden" name={one.name} defaultValue={plan.saved[one.name]} />
        ))}
        {/* No part of the form's values, so that no draft keeps it. */}
        <Confirmation form={id} saving={saving} error={errors[CONFIRMATION]} />
        {children}
      </form>
    </>
  )
}

/** Only ever shown in the browser: the time is the reader's own. */
function RestoredNote({ editor: { restoredAt, discard } }: { editor: Editor }) {
  if (restoredAt === undefined) return null
  const time = new Date(restoredAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-info-tint px-4 py-1 text-info"
    >
      <Undo2 className="size-5 flex-none" aria-hidden />
      <span className="grow py-2">Restored unsaved changes from {time}</span>
      <button
        type="button"
        className="min-h-11 font-semibold underline"
        onClick={() => {
          discard()
          document.querySelector('h1')?.focus()
        }}
      >
        Start over
      </button>
    </div>
  )
}
