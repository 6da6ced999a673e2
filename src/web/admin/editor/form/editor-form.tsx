import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoment } from '../../../../contract/grammar/business-time.ts'
import { CONFIRMATION } from '../../../../contract/grammar/refusal.ts'
import { ErrorSummary } from '../../../forms/form-answer.tsx'
import { Confirmation } from '../../forms/confirmation.tsx'
import { findingsIn, type Saving, SavingFields } from '../../forms/saving.tsx'
import { Button } from '../../shell/button.tsx'
import { useTimeZone } from '../../shell/frame-data.ts'
import { Conflict } from './conflict.tsx'
import { EditorField } from './editor-field.tsx'
import { FoundFirst } from './found-first.tsx'
import type { Editor, FormPlan } from './use-editor-form.ts'

type Props = { plan: FormPlan; editor: Editor; saving: Saving; showsEdits?: boolean; children?: ReactNode }

/** A form that posts to its own page; with script the router takes the same post to the same action. */
export function EditorForm({ plan, editor, saving, showsEdits, children }: Props) {
  const { id, errors, problem, tryAgain } = editor
  const seen = Object.entries(editor.seen ?? {})
  const isAsked = findingsIn(saving) !== undefined && Object.keys(errors).length === 0 && !tryAgain
  const names = [...plan.shown.map(({ name }) => name), CONFIRMATION]
  return (
    <>
      <RestoredNote editor={editor} />
      <form id={id} method="post" noValidate onSubmit={editor.submit} className="grid gap-5">
        <SavingFields saving={saving} />
        {seen.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {problem &&
          (isAsked ? (
            <FoundFirst form={id} saving={saving} words="Save anyway" />
          ) : (
            <ErrorSummary answer={{ form: id, error: problem, fields: errors }} names={names} />
          ))}
        {problem && tryAgain && (
          <Button look="outline" className="-mt-4 justify-self-start" onClick={() => void tryAgain()}>
            Try again
          </Button>
        )}
        <Conflict key={JSON.stringify([seen, editor.other?.now])} editor={editor} plan={plan} />
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

function RestoredNote({ editor: { restoredAt, discard } }: { editor: Editor }) {
  const timeZone = useTimeZone()
  if (restoredAt === undefined) return null
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-info-tint px-4 py-1 text-info"
    >
      <Undo2 className="size-5 flex-none" aria-hidden />
      <span className="min-w-0 grow basis-40 py-2">
        We restored your unsaved changes from {formatMoment(timeZone, restoredAt)}
      </span>
      <button
        type="button"
        className="min-h-11 font-semibold underline"
        onClick={() => {
          discard()
          document.querySelector('h1')?.focus()
        }}
      >
        Discard<span className="sr-only"> what was not saved</span>
      </button>
    </div>
  )
}
