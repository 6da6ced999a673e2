import { useWatch } from 'react-hook-form'
import type { Values } from '../../forms/form-action.ts'
import type { Editor } from '../forms/use-editor-form.ts'
import type { SectionLook } from './section-look.ts'

type Props = { look: SectionLook; data: unknown; editor: Editor; saved: Values }

/** What the typed values look like where they are shown: beside the form, or below it where there is no room. */
export function SectionPreview({ look: { Preview }, data, editor, saved }: Props) {
  const values = useWatch({ control: editor.form.control })
  return (
    <div className="preview-column">
      <Preview data={data} values={{ ...editor.initial, ...(values as Values) }} saved={saved} />
    </div>
  )
}
