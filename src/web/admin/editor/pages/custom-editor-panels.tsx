import type { ContentKind } from '#contract/core/content-kind.ts'
import type { Values } from '#web/forms/form-action.ts'
import { useFormValues } from '../../forms/form-values-store.ts'
import type { EditorFormController } from '../form/use-editor-form.ts'
import { createLazyImport } from '../lazy-import.ts'
import type { SearchSnippetDefaults } from '../search-snippets/build-search-snippet.ts'

export const lazySearchSnippetPanels = createLazyImport(
  async () => (await import('./search-snippet-panels.ts')).searchSnippetPanels,
)

/** Returns the panels that show search results beside a kind's form and instead of its list. Undefined for other kinds. */
export function getCustomEditorPanels({ editor }: ContentKind) {
  return editor.panels && lazySearchSnippetPanels.get()
}

type Props = { contentKind: ContentKind; data: unknown; editor: EditorFormController; savedValues: Values }

/** Shows the typed values in search results. Shows nothing for a kind without panels. */
export function KindSpecificPreview({ contentKind, data, editor, savedValues }: Props) {
  const values = useFormValues(editor.form)
  const panels = getCustomEditorPanels(contentKind)
  if (!panels) return null
  return (
    <div className="preview-column">
      <panels.Preview data={data as SearchSnippetDefaults} values={values} savedValues={savedValues} />
    </div>
  )
}
