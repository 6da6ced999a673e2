import type { ComponentType } from 'react'
import type { ContentKind, CustomEditorPanelName } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import type { Values } from '#web/forms/form-action.ts'
import { useFormValues } from '../../forms/form-values-store.ts'
import type { EditorFormController } from '../form/use-editor-form.ts'
import { createLazyImport, type LazyImport } from '../lazy-import.ts'
import type { EditorRecord } from '../records/load-editor-records.ts'

/** Panels that a kind's editor shows beside its form. */
type CustomEditorPanels<Data = unknown> = {
  load: (call: ApiCallFunction) => Promise<Data>
  /** Shows the typed values beside the form. `savedValues` are the values on the site. */
  Preview: ComponentType<{ data: Data; values: Values; savedValues: Values }>
  /** Replaces the list of records. */
  Overview: ComponentType<{ data: Data; contentKind: ContentKind; records: readonly EditorRecord[] }>
}

export const customEditorPanelsByName: Record<CustomEditorPanelName, LazyImport<CustomEditorPanels>> = {
  // Panels get only the data of their own `load`.
  searchResults: createLazyImport(
    async () => (await import('./search-snippet-panels.ts')).searchSnippetPanels as unknown as CustomEditorPanels,
  ),
}

/** Returns undefined for a kind without panels. */
export function getCustomEditorPanels({ editor }: ContentKind): CustomEditorPanels | undefined {
  return editor.panels && customEditorPanelsByName[editor.panels].get()
}

type Props = { panels: CustomEditorPanels; data: unknown; editor: EditorFormController; savedValues: Values }

export function KindSpecificPreview({ panels: { Preview }, data, editor, savedValues }: Props) {
  const values = useFormValues(editor.form)
  return (
    <div className="preview-column">
      <Preview data={data} values={values} savedValues={savedValues} />
    </div>
  )
}
