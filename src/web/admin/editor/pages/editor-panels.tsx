import type { ComponentType } from 'react'
import { useWatch } from 'react-hook-form'
import type { ContentKind, EditorPanelsName } from '../../../../contract/grammar/content-kind.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import type { Values } from '../../../forms/form-action.ts'
import type { Editor } from '../form/use-editor-form.ts'
import type { ContentRecord } from '../records/content-record.ts'
import { loadSearchData, type SearchData } from '../search/search-data.ts'
import { SearchOverview } from '../search/search-overview.tsx'
import { SearchPreview } from '../search/search-preview.tsx'

/** What one kind of content has in its editor besides the form and the list. */
type EditorPanels<Data = unknown> = {
  /** What the panels need besides the record. */
  load: (call: Call) => Promise<Data>
  /** Beside the form: what becomes of the values while they are typed. `saved` is what is on the site. */
  Preview: ComponentType<{ data: Data; values: Values; saved: Values }>
  /** In place of the list of records, above the add form. */
  Overview: ComponentType<{ data: Data; contentKind: ContentKind; records: readonly ContentRecord[] }>
}

/** Each page as it is found, and as it will be. */
const searchResults: EditorPanels<SearchData> = { load: loadSearchData, Preview: SearchPreview, Overview: SearchOverview }

const allPanels: Record<EditorPanelsName, EditorPanels> = { searchResults: erased(searchResults) }

/** Undefined for a kind that has its form and its list alone. */
export function panelsOf({ editor }: ContentKind): EditorPanels | undefined {
  return editor.panels && allPanels[editor.panels]
}

type Props = { panels: EditorPanels; data: unknown; editor: Editor; saved: Values }

/** What the typed values look like where they are shown: beside the form, or below it where there is no room. */
export function PreviewPanel({ panels: { Preview }, data, editor, saved }: Props) {
  const values = useWatch({ control: editor.form.control })
  return (
    <div className="preview-column">
      <Preview data={data} values={{ ...editor.initial, ...(values as Values) }} saved={saved} />
    </div>
  )
}

/** Panels are only ever handed what their own `load` gave. */
function erased<Data>(panels: EditorPanels<Data>): EditorPanels {
  return panels as unknown as EditorPanels
}
