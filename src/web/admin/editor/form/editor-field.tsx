import { Check, type LucideIcon, MoveHorizontal, Scissors } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FieldDeclaration as ContentField } from '#contract/core/field.ts'
import { buildFieldId, LabeledField } from '#web/forms/form-field.tsx'
import { useFormFieldValue } from '../../forms/form-values-store.ts'
import { Chip } from '../../shell/chip.tsx'
import type { FieldWithName } from './editor-form-definition.ts'
import { getFieldControl } from './field-type-components.tsx'
import type { EditorFormController } from './use-editor-form.ts'

type Props = FieldWithName & { editor: EditorFormController; marksChanges?: boolean; isSample: boolean }

export function EditorField({ name, field, editor, marksChanges, isSample }: Props) {
  const { label, help, optional, idealLength } = field
  const Control = getFieldControl(field.input)
  const id = buildFieldId(editor.id, name)
  const hintId = idealLength && `${id}-length`
  const isChanged = marksChanges && editor.edited.includes(name)
  return (
    <LabeledField
      id={id}
      label={label}
      help={help}
      error={editor.errors[name]}
      isOptional={optional}
      mark={isChanged ? <Chip tone="warning">Edited</Chip> : isSample && <Chip tone="warning">Sample</Chip>}
      className={isChanged ? 'field-edited' : ''}
      hint={hintId}
      below={idealLength && hintId && <LengthHint editor={editor} name={name} id={hintId} idealLength={idealLength} />}
    >
      {(control) => <Control name={name} field={field} editor={editor} control={control} />}
    </LabeledField>
  )
}

/** The pause in typing (ms) after which screen readers announce the length. */
const ANNOUNCE_DELAY_MS = 1000

type IdealLength = NonNullable<ContentField['idealLength']>
type HintProps = { editor: EditorFormController; name: string; id: string; idealLength: IdealLength }

/** Shows the length of a text without doubled spaces, and whether it is ideal. The hint is never an error. */
function LengthHint({ editor, name, id, idealLength }: HintProps) {
  const typedText = useFormFieldValue(editor.form, name)
  const count = [...typedText.replace(/\s+/g, ' ').trim()].length
  const { lengthMessage, Icon, toneClass } = describeLength(count, idealLength)
  const sentence = `${count} of about ${idealLength.max} characters${lengthMessage && `: ${lengthMessage}`}`
  const debounced = useDebounced(sentence, ANNOUNCE_DELAY_MS)
  return (
    <div className="mt-1 text-help">
      <p id={id} className="flex flex-wrap items-center gap-x-2 text-muted">
        <span className="tabular-nums">
          {count} of about {idealLength.max} characters
        </span>
        {Icon && (
          <span className={`flex items-center gap-1 font-semibold ${toneClass}`}>
            <Icon className="size-4 flex-none" aria-hidden />
            {lengthMessage}
          </span>
        )}
      </p>
      <p role="status" className="sr-only">
        {debounced}
      </p>
    </div>
  )
}

function describeLength(
  count: number,
  { min, max }: IdealLength,
): { lengthMessage: string; Icon?: LucideIcon; toneClass?: string } {
  if (count === 0) return { lengthMessage: '' }
  if (count < min) return { lengthMessage: `A bit short: aim for ${min} or more`, Icon: MoveHorizontal, toneClass: 'text-info' }
  if (count <= max) return { lengthMessage: 'Good length', Icon: Check, toneClass: 'text-pine' }
  return { lengthMessage: 'Too long: the end will be cut off', Icon: Scissors, toneClass: 'text-warning' }
}

/** Returns the text once it hasn't changed for `delayMs`, and an empty text until its first change. */
function useDebounced(text: string, delayMs: number): string {
  const first = useRef(text)
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    if (text === first.current && debounced === '') return
    const timer = setTimeout(() => setDebounced(text), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs, debounced])
  return debounced
}
