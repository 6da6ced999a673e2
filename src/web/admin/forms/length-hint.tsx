import { Check, type LucideIcon, MoveHorizontal, Scissors } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { Field } from '../../../contract/field.ts'
import type { EditorForm } from './use-editor-form.ts'
import { useIsLive } from './use-is-live.ts'
import { useRested } from './use-rested.ts'

/** How long typing must rest (ms) before the length is said aloud. */
const REST = 1000

type Ideal = NonNullable<Field['ideal']>
type Props = { editor: EditorForm; name: string; id: string; ideal: Ideal }

/** How long a text is and whether that does: a hint, never an error. Counted as it will be shown, without doubled spaces. */
export function LengthHint({ editor, name, id, ideal }: Props) {
  const typed = useWatch({ control: editor.form.control, name }) ?? ''
  const count = [...typed.replace(/\s+/g, ' ').trim()].length
  const { words, Icon, look } = stateOf(count, ideal)
  const sentence = `${count} of about ${ideal.most} characters${words && `: ${words}`}`
  const rested = useRested(sentence, REST)
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
        {rested}
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
