import { Bold, Italic, Link, List, type LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { insertLink, type TextReplacement, toggleListFormatting, toggleMark } from './text-formatting.ts'

type Format = {
  label: string
  Icon: LucideIcon
  /** The key of the shortcut with Ctrl, or Command on a Mac. */
  key?: string
  edit: (text: string, start: number, end: number) => TextReplacement
}

const FORMATS: readonly Format[] = [
  { label: 'Bold', Icon: Bold, key: 'b', edit: (...selection) => toggleMark(...selection, '**') },
  { label: 'Italic', Icon: Italic, key: 'i', edit: (...selection) => toggleMark(...selection, '*') },
  { label: 'Link', Icon: Link, edit: insertLink },
  { label: 'List', Icon: List, edit: toggleListFormatting },
]

type Props = { textareaId: string; label: string }

/** Formats the selected text of a textarea. */
export function FormattingToolbar({ textareaId, label }: Props) {
  useShortcuts(textareaId)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would shrink to its content
    <div role="group" aria-label={`Formatting: ${label}`} className="flex flex-wrap gap-1">
      {FORMATS.map((format) => {
        const { label: name, Icon, key } = format
        return (
          <button
            key={name}
            type="button"
            title={key ? `${name} (Ctrl+${key.toUpperCase()})` : name}
            aria-label={name}
            aria-keyshortcuts={key && `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`}
            aria-controls={textareaId}
            // Safari would clear the selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => applyFormat(findTextarea(textareaId), format)}
            className="grid size-11 place-items-center rounded-field border border-rule bg-white hover:border-ink"
          >
            <Icon className="size-5" aria-hidden />
          </button>
        )
      })}
    </div>
  )
}

function useShortcuts(textareaId: string): void {
  useEffect(() => {
    const textarea = findTextarea(textareaId)
    function handleKey(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      const format = FORMATS.find(({ key }) => key === event.key.toLowerCase())
      if (!format) return
      event.preventDefault()
      applyFormat(textarea, format)
    }
    textarea?.addEventListener('keydown', handleKey)
    return () => textarea?.removeEventListener('keydown', handleKey)
  }, [textareaId])
}

function findTextarea(id: string): HTMLTextAreaElement | undefined {
  const element = document.getElementById(id)
  return element instanceof HTMLTextAreaElement ? element : undefined
}

/** Edits with `execCommand`, so that Ctrl+Z takes the change back. */
function applyFormat(textarea: HTMLTextAreaElement | undefined, { edit }: Format): void {
  if (!textarea) return
  const { from, to, insert, selection } = edit(textarea.value, textarea.selectionStart, textarea.selectionEnd)
  textarea.focus()
  textarea.setSelectionRange(from, to)
  if (!document.execCommand('insertText', false, insert)) {
    textarea.setRangeText(insert)
    textarea.dispatchEvent(new Event('input', { bubbles: true }))
  }
  textarea.setSelectionRange(...selection)
}
