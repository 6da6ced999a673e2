import { Check, type LucideIcon, MoveHorizontal, Scissors } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Field as ContentField } from '../../../../contract/grammar/field.ts'
import { Field, fieldId } from '../../../forms/field.tsx'
import { useFormValue } from '../../forms/form-values.ts'
import { Chip } from '../../shell/chip.tsx'
import { useIsLive } from '../../shell/live.tsx'
import { fieldKinds } from './field-kinds.tsx'
import type { Editor, NamedField } from './use-editor-form.ts'

type Props = NamedField & { editor: Editor; showsEdits?: boolean; isSample: boolean }

/** One field of a record, with what is said about it while it is typed. */
export function EditorField({ name, field, editor, showsEdits, isSample }: Props) {
  const { label, help, optional, ideal } = field
  const { Control } = fieldKinds[field.input]
  const id = fieldId(editor.id, name)
  const hint = ideal && `${id}-length`
  const isEdited = showsEdits && editor.edited.includes(name)
  return (
    <Field
      id={id}
      label={label}
      help={help}
      error={editor.errors[name]}
      isOptional={optional}
      mark={isEdited ? <Chip tone="warning">Edited</Chip> : isSample && <Chip tone="warning">Sample</Chip>}
      className={isEdited ? 'field-edited' : ''}
      hint={hint}
      below={ideal && hint && <LengthHint editor={editor} name={name} id={hint} ideal={ideal} />}
    >
      {(control) => <Control name={name} field={field} editor={editor} control={control} />}
    </Field>
  )
}

/** How long typing must rest (ms) before the length is said aloud. */
const DEBOUNCE = 1000

type Ideal = NonNullable<ContentField['ideal']>
type HintProps = { editor: Editor; name: string; id: string; ideal: Ideal }

/** How long a text is and whether that does: a hint, never an error. Counted as it will be shown, without doubled spaces. */
function LengthHint({ editor, name, id, ideal }: HintProps) {
  const typed = useFormValue(editor.form, name)
  const count = [...typed.replace(/\s+/g, ' ').trim()].length
  const { words, Icon, look } = stateOf(count, ideal)
  const sentence = `${count} of about ${ideal.most} characters${words && `: ${words}`}`
  const debounced = useDebounced(sentence, DEBOUNCE)
  return (
    // It counts what is typed, so there is nothing to see before the page is live; its place is kept.
    <div className={`mt-1 text-help ${useIsLive() ? '' : 'invisible'}`}>
      <p id={id} className="flex flex-wrap items-center gap-x-2 text-muted">
        <span className="tabular-nums">
          {count} of about {ideal.most} characters
        </span>
        {Icon && (
          <span className={`flex items-center gap-1 font-semibold ${look}`}>
            <Icon className="size-4 flex-none" aria-hidden />
            {words}
          </span>
        )}
      </p>
      <p role="status" className="sr-only">
        {debounced}
      </p>
    </div>
  )
}

function stateOf(count: number, { least, most }: Ideal): { words: string; Icon?: LucideIcon; look?: string } {
  if (count === 0) return { words: '' }
  if (count < least) return { words: `Short, ${least} or more say enough`, Icon: MoveHorizontal, look: 'text-info' }
  if (count <= most) return { words: 'Good length', Icon: Check, look: 'text-pine' }
  return { words: 'The end will be cut off', Icon: Scissors, look: 'text-warning' }
}

/** The text once it has not changed for `rest` ms; empty until it changes for the first time. */
function useDebounced(text: string, rest: number): string {
  const first = useRef(text)
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    if (text === first.current && debounced === '') return
    const timer = setTimeout(() => setDebounced(text), rest)
    return () => clearTimeout(timer)
  }, [text, rest, debounced])
  return debounced
}
