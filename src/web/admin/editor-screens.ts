import { matchPath } from 'react-router'
import { contentKinds } from '#contract/content-kinds.ts'
import { type ContentKind, listRecordEditorPages, type RecordEditorPage } from '#contract/core/content-kind.ts'

/** The home page of an editor. Content kinds with the same home page share it. */
export type EditorScreen = { path: string; name: string; contentKinds: readonly ContentKind[] }

/** All screens, in the order of the content kinds. */
export const editorScreens: readonly EditorScreen[] = [...Map.groupBy(contentKinds, ({ editor }) => editor.home)].map(
  ([path, sharedKinds]) => ({
    path,
    name: sharedKinds.map(({ editor }) => editor.name).find(Boolean) ?? sharedKinds[0]?.title ?? '',
    contentKinds: sharedKinds,
  }),
)

export function findEditorScreenByPath(pathname: string): EditorScreen | undefined {
  return editorScreens.find(({ path }) => matchPath(path, pathname))
}

/** Returns the kinds whose forms stand on the record page of this editor too. */
export function listKindsEmbeddedInEditor(home: string): ContentKind[] {
  return contentKinds.filter(({ editor }) => editor.alsoOn === home)
}

/** Returns the content kind and page that edit the record at a path. */
export function findRecordEditorByPath(pathname: string): { contentKind: ContentKind; page: RecordEditorPage } | undefined {
  for (const contentKind of contentKinds) {
    const page = listRecordEditorPages(contentKind).find(({ path }) => matchPath(path, pathname))
    if (page) return { contentKind, page }
  }
}
