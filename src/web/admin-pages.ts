import { contentKinds } from '#contract/content-kinds.ts'
import { hasIdFormat } from '#contract/core/common-schemas.ts'
import { type ContentKind, listRecordEditorPages } from '#contract/core/content-kind.ts'
import { adminPaths } from './admin/admin-paths.ts'
import { listKindsEmbeddedInEditor } from './admin/editor-screens.ts'
import { inboxPages } from './admin/inbox/pages.ts'
import { operationsPages } from './admin/operations/pages.ts'
import { peoplePages } from './admin/people/pages.ts'
import { salesPages } from './admin/sales/pages.ts'
import { sitePages } from './admin/site/pages.ts'
import { workPages } from './admin/work/pages.ts'
import { type DeclaredPage, defineHydratedPage } from './define-page.ts'

/** All pages inside the admin frame (P-174). The content kinds declare the editors. */
export const adminPages: readonly DeclaredPage[] = [
  defineHydratedPage(adminPaths.overview, 'admin', () => import('./admin/overview/overview-page.tsx')),
  ...salesPages,
  ...workPages,
  ...inboxPages,
  ...sitePages,
  ...peoplePages,
  ...operationsPages,
  defineHydratedPage(adminPaths.siteAudit, 'admin', () => import('./admin/editor/site-audit/site-audit-page.tsx')),
  defineHydratedPage(adminPaths.release, 'admin', () => import('./admin/editor/release/release-page.tsx')),
  defineHydratedPage(adminPaths.history, 'admin', () => import('./admin/editor/history/history-page.tsx'), {
    accepts: ({ id = '' }) => hasIdFormat(id),
  }),
  defineHydratedPage(adminPaths.allContent, 'admin', () => import('./admin/all-content/all-content-page.tsx')),
  defineHydratedPage(adminPaths.guide, 'admin', () => import('./admin/guide/guide-page.tsx')),
  ...buildEditorHomePages(contentKinds),
  ...buildRecordEditorPages(contentKinds),
]

/** Returns a page for each editor home. Several content kinds may share one. */
function buildEditorHomePages(all: readonly ContentKind[]): DeclaredPage[] {
  return [...Map.groupBy(all, ({ editor }) => editor.home)].map(([path, kinds]) =>
    defineHydratedPage(path, kinds[0]?.editor.access ?? 'admin', async () => {
      await loadParts(kinds)
      return import('./admin/editor/pages/editor-screen-page.tsx')
    }),
  )
}

function buildRecordEditorPages(all: readonly ContentKind[]): DeclaredPage[] {
  return all.flatMap((contentKind) =>
    listRecordEditorPages(contentKind).map(({ path, matchesOnlyIds }) => {
      const load = async () => {
        await loadParts([contentKind, ...listKindsEmbeddedInEditor(contentKind.editor.home)])
        return import('./admin/editor/pages/edit-record-page.tsx')
      }
      return defineHydratedPage(path, 'admin', load, matchesOnlyIds && { accepts: ({ id = '' }) => hasIdFormat(id) })
    }),
  )
}

async function loadParts(kinds: readonly ContentKind[]): Promise<void> {
  const { loadEditorCode } = await import('./admin/editor/pages/load-editor-code.ts')
  await loadEditorCode(kinds)
}
