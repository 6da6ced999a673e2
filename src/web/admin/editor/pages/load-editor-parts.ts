import type { ContentKind } from '../../../../contract/core/content-kind.ts'
import { textListEditor } from '../form/editor-form.tsx'
import { fieldKindComponents } from '../form/field-kind-components.tsx'
import { createLazyPart } from '../lazy-part.ts'
import { editorPanels } from './editor-panels.tsx'

export const outdatedFactsPart = createLazyPart(() => import('../business-facts/outdated-facts-panel.tsx'))

/** Loads the code that only the editors of these kinds need. */
export async function loadEditorParts(kinds: readonly ContentKind[]): Promise<void> {
  const parts = kinds.flatMap(({ fields, textLists, facts, editor }) => [
    ...Object.values(fields).map((field) => fieldKindComponents[field.input].Control),
    textLists && textListEditor,
    facts && outdatedFactsPart,
    editor.panels && editorPanels[editor.panels],
  ])
  await Promise.all(parts.map((part) => part && 'load' in part && part.load()))
}
