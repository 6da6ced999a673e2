import { type ReactNode, useEffect } from 'react'
import { Button } from '../../shell/button.tsx'
import { useIsLive } from '../../shell/live.tsx'
import type { Editor } from './use-editor-form.ts'

type Props = {
  editor: Editor
  /** Of the fields that were changed. */
  edited: readonly string[]
  saveLabel: string
  /** Other ways to save, after the first. */
  children?: ReactNode
}

/** Stays at the bottom of the window and turns dark while there is something to save. */
export function SaveBar({ editor, edited, saveLabel, children }: Props) {
  const { id, isDirty, isBusy } = editor
  const isNight = isDirty || isBusy || editor.problem !== undefined
  const isLive = useIsLive()
  useSaveKeys(id)
  return (
    <div className={`save-bar ${isNight ? 'save-bar-night' : ''}`}>
      <div className="min-w-0 grow basis-56">
        {isLive && !isNight && <p className="text-muted">No unsaved changes</p>}
        {isDirty && (
          <p className="flex flex-wrap items-baseline gap-x-4">
            <span className="font-semibold before:mr-2.5 before:inline-block before:size-2.5 before:rounded-xs before:bg-night-focus">
              Unsaved changes
            </span>
            <span className="text-fine text-night-muted">
              {edited.length === 1 ? '1 field' : `${edited.length} fields`}: {edited.join(', ')}
            </span>
          </p>
        )}
        <SaveMessage editor={editor} onNight />
      </div>
      {isDirty && (
        <>
          <kbd className="hidden rounded-sm border border-night-rule px-2 py-1 font-sans text-fine text-night-muted lg:inline">
            Ctrl S
          </kbd>
          <Button
            look="night"
            onClick={() => {
              editor.discard()
              document.querySelector('h1')?.focus()
            }}
          >
            Discard
          </Button>
        </>
      )}
      <Button type="submit" form={id} look={isNight ? 'mint' : 'filled'} aria-disabled={isBusy} className="max-sm:grow">
        {isBusy ? 'Saving…' : saveLabel}
      </Button>
      {children}
    </div>
  )
}

/** Beside the Save button: that it is being saved, or why it was not, for as long as that is so. */
export function SaveMessage({ editor: { isBusy, problem }, onNight }: { editor: Editor; onNight?: boolean }) {
  return (
    <>
      <p role="status" className="sr-only">
        {isBusy ? 'Saving…' : ''}
      </p>
      {problem && !isBusy && <p className={`font-semibold ${onNight ? 'text-night-focus' : 'text-error'}`}>{problem}</p>}
    </>
  )
}

function useSaveKeys(formId: string): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      ;(document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [formId])
}
