import type { EditorForm } from './use-editor-form.ts'

/** Beside the Save button: that it is being saved, or why it was not, for as long as that is so. */
export function SaveMessage({ editor: { isBusy, problem }, onNight }: { editor: EditorForm; onNight?: boolean }) {
  return (
    <>
      <p role="status" className="sr-only">
        {isBusy ? 'Saving…' : ''}
      </p>
      {problem && !isBusy && <p className={`font-semibold ${onNight ? 'text-night-focus' : 'text-error'}`}>{problem}</p>}
    </>
  )
}
