import { type ReactNode, useEffect } from 'react'
import { Button, SubmitButton } from '../../shell/button.tsx'
import type { EditorFormDefinition } from './editor-form-definition.ts'
import type { EditorFormController } from './use-editor-form.ts'

type Props = {
  editor: EditorFormController
  definition: EditorFormDefinition
  saveLabel: string
  /** More buttons after Save. */
  children?: ReactNode
}

/** Stays at the bottom of the window, and turns dark while the form has unsaved changes. */
export function SaveBar({ editor, definition, saveLabel, children }: Props) {
  const { id, isDirty, isBusy } = editor
  const isDark = isDirty || isBusy || editor.problem !== undefined
  const editedLabels = definition.visibleFields.filter(({ name }) => editor.edited.includes(name)).map(({ field }) => field.label)
  useSaveShortcut(id, isDirty)
  return (
    <div className={`save-bar ${isDark ? 'save-bar-night' : ''}`}>
      <div className="min-w-0 grow basis-56">
        {!isDark && <p className="text-muted">No unsaved changes</p>}
        {isDirty && (
          <p className="flex flex-wrap items-baseline gap-x-4">
            <span className="font-semibold before:mr-2.5 before:inline-block before:size-2.5 before:rounded-xs before:bg-night-focus">
              Unsaved changes
            </span>
            <span className="text-fine text-night-muted">
              {editedLabels.length === 1 ? '1 field' : `${editedLabels.length} fields`}: {editedLabels.join(', ')}
            </span>
          </p>
        )}
        <DiscardedTextUndoButton editor={editor} />
        <SaveStatusMessage editor={editor} isOnDark />
      </div>
      {isDirty && (
        <>
          <kbd className="hidden rounded-sm border border-night-rule px-2 py-1 font-sans text-fine text-night-muted lg:inline">
            Ctrl S
          </kbd>
          <Button look="night" onClick={editor.discard}>
            Discard
          </Button>
        </>
      )}
      <SubmitButton isBusy={isBusy} label={saveLabel} form={id} look={isDark ? 'mint' : 'filled'} className="max-sm:grow" />
      {children}
    </div>
  )
}

/** Brings the discarded text back into the form, for as long as the page is open. */
export function DiscardedTextUndoButton({ editor: { discardedValues, restoreDiscarded } }: Pick<Props, 'editor'>) {
  return (
    <>
      <p role="status" className="sr-only">
        {discardedValues && 'Changes discarded. Undo brings them back.'}
      </p>
      {discardedValues && (
        <button type="button" className="min-h-11 font-semibold underline" onClick={restoreDiscarded}>
          Undo discard
        </button>
      )}
    </>
  )
}

/** Announces a running save, and shows why the last one failed. */
export function SaveStatusMessage({
  editor: { isBusy, problem },
  isOnDark,
}: {
  editor: EditorFormController
  isOnDark?: boolean
}) {
  return (
    <>
      <p role="status" className="sr-only">
        {isBusy ? 'Saving…' : ''}
      </p>
      {problem && !isBusy && <p className={`font-semibold ${isOnDark ? 'text-night-focus' : 'text-error'}`}>{problem}</p>}
    </>
  )
}

/** Saves with Ctrl+S. A page with several forms saves only the changed ones. */
function useSaveShortcut(formId: string, isDirty: boolean): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (!isDirty && document.querySelectorAll('.save-bar').length > 1) return
      ;(document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [formId, isDirty])
}
