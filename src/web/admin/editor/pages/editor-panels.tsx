import type { ComponentType } from 'react'
import type { ContentKind, EditorPanelName } from '../../../../contract/core/content-kind.ts'
import type { ApiCall } from '../../../../contract/core/endpoint.ts'
import type { Values } from '../../../forms/form-action.ts'
import { useFormValues } from '../../forms/form-store.ts'
import type { EditorFormController } from '../form/use-editor-form.ts'
import type { EditorRecord } from '../records/content-record.ts'

/** What one kind of content has in its editor besides the form and the list. */
type EditorPanels<Data = unknown> = {
  /** What the panels need besides the record. */
  load: (call: ApiCall) => Promise<Data>
  /** Beside the form: what becomes of the values while they are typed. `saved` is what is on the site. */
  Preview: ComponentType<{ data: Data; values: Values; saved: Values }>
  /** In place of the list of records, above the add form. */
  Overview: ComponentType<{ data: Data; contentKind: ContentKind; records: readonly EditorRecord[] }>
}

const registry: Partial<Record<EditorPanelName, EditorPanels>> = {}

/** Makes panels known before a page that has them is drawn: most editors do without their code. */
export function registerEditorPanels<Data>(name: EditorPanelName, panels: EditorPanels<Data>): void {
  // Panels are only ever handed what their own `load` gave.
  registry[name] = panels as unknown as EditorPanels
}

/** Undefined for a kind that has its form and its list alone. */
export function getEditorPanels({ editor }: ContentKind): EditorPanels | undefined {
  return editor.panels && registry[editor.panels]
}

type Props = { panels: EditorPanels; data: unknown; editor: EditorFormController; saved: Values }

/** What the typed values look like where they are shown: beside the form, or below it where there is no room. */
export function PreviewPanel({ panels: { Preview }, data, editor, saved }: Props) {
  const values = useFormValues(editor.form)
  return (
    <div className="preview-column">
      <Preview data={data} values={{ ...editor.initial, ...values }} saved={saved} />
    </div>
  )
}
