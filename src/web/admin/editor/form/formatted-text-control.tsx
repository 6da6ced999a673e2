import { Bold, Italic, Link, List, type LucideIcon } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { type ControlProps, LongTextControl } from './field-controls.tsx'
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

/** Formats the selected text with buttons above the textarea and with shortcuts. */
export function FormattedTextControl(props: ControlProps) {
  const { control, field } = props
  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    const format = FORMATS.find(({ key }) => key === event.key.toLowerCase())
    if (!format) return
    event.preventDefault()
    applyFormat(event.currentTarget, format)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would shrink to its content */}
      <div role="group" aria-label={`Formatting: ${field.label}`} className="mb-2 flex flex-wrap gap-1">
        {FORMATS.map((format) => {
          const { label: name, Icon, key } = format
          return (
            <button
              key={name}
              type="button"
              title={key ? `${name} (Ctrl+${key.toUpperCase()})` : name}
              aria-label={name}
              aria-keyshortcuts={key && `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`}
              aria-controls={control.id}
              // Safari would clear the selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => applyFormat(document.getElementById(control.id) as HTMLTextAreaElement, format)}
              className="grid size-11 place-items-center rounded-field border border-rule bg-white hover:border-ink"
            >
              <Icon className="size-5" aria-hidden />
            </button>
          )
        })}
      </div>
      <LongTextControl {...props} onKeyDown={handleKey} />
    </>
  )
}

/** Edits with `execCommand`, so that Ctrl+Z takes the change back. */
function applyFormat(textarea: HTMLTextAreaElement, { edit }: Format): void {
  const { from, to, insert, selection } = edit(textarea.value, textarea.selectionStart, textarea.selectionEnd)
  textarea.focus()
  textarea.setSelectionRange(from, to)
  if (!document.execCommand('insertText', false, insert)) {
    textarea.setRangeText(insert)
    textarea.dispatchEvent(new Event('input', { bubbles: true }))
  }
  textarea.setSelectionRange(...selection)
}
