import { Undo2 } from 'lucide-react'
import type { EditorForm } from './use-editor-form.ts'

/** Only ever shown in the browser: the time is the reader's own. */
export function RestoredNote({ editor: { restoredAt, discard } }: { editor: EditorForm }) {
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
