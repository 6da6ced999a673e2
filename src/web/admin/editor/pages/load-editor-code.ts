import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { lazyTextListEditor } from '../form/editor-form.tsx'
import { fieldTypeComponents } from '../form/field-type-components.tsx'
import { createLazyImport } from '../lazy-import.ts'
import { lazySearchSnippetPanels } from './custom-editor-panels.tsx'

export const lazyOutdatedFactsPanel = createLazyImport(() => import('../business-facts/outdated-facts-panel.tsx'))

export const lazyPackageDeliverables = createLazyImport(() => import('./package-deliverables-panel.tsx'))

/** Loads the code that only the editors of these kinds need. */
export async function loadEditorCode(kinds: readonly ContentKind[]): Promise<void> {
  const parts = kinds.flatMap(({ kind, fields, fieldsShownAsLists, facts, editor }) => [
    ...Object.values(fields).map((field) => fieldTypeComponents[field.input].Control),
    fieldsShownAsLists && lazyTextListEditor,
    facts && lazyOutdatedFactsPanel,
    kind === pricingPackage.kind && lazyPackageDeliverables,
    editor.panels && lazySearchSnippetPanels,
  ])
  await Promise.all(parts.map((part) => part && 'load' in part && part.load()))
}
