import {
  type ContentReadinessState,
  getCombinedReadiness,
  type RecordAndSampleCounts,
} from '#contract/content/content-readiness.ts'
import { type ContentKind, type EditorGroupName, type EditorMenuIconName, lowercaseTitle } from '#contract/core/content-kind.ts'
import { excludeCopyKinds } from '#contract/core/define-page-copy-kind.ts'
import { buildSingleRecordEditorPath } from '../admin-paths.ts'
import { formatRecordCount } from '../editor/records/record-titles.ts'
import { type EditorScreen, editorScreens } from '../editor-screens.ts'

export type EditorCardData = {
  path: string
  name: string
  group: EditorGroupName
  /** The kinds on this screen. The page's miniature marks them. */
  kinds: readonly ContentKind[]
  /** Replaces the miniature if no page shows the kinds. */
  icon: EditorMenuIconName
  shownOn: readonly string[]
  state: ContentReadinessState
  counts: string
  /** The labels of the fields that hold sample content. */
  sampleFieldLabels: readonly string[]
  /** How many records have a staged change. */
  stagedCount: number
}

/** Returns one card per screen. */
export function buildEditorCards(
  contentCounts: readonly RecordAndSampleCounts[],
  stagedRecords: readonly { kind: string }[] = [],
  screens: readonly EditorScreen[] = editorScreens,
): EditorCardData[] {
  return screens.flatMap(({ path, name, contentKinds }) => {
    const [first] = contentKinds
    if (!first) return []
    const countedKinds = excludeCopyKinds(contentKinds)
    const counts = countedKinds.map((contentKind) =>
      formatRecordCount(contentKind, contentCounts.find(({ kind }) => kind === contentKind.kind)?.count ?? 0),
    )
    const listCounts = countedKinds.flatMap((contentKind, index) => (contentKind.shape === 'list' ? counts[index] : []))
    const [onlyKind, ...otherKinds] = countedKinds
    const isSingleRecord =
      onlyKind?.shape === 'single' &&
      otherKinds.length === 0 &&
      contentCounts.some(({ kind, count }) => kind === onlyKind.kind && count === 1)
    return {
      path: isSingleRecord ? buildSingleRecordEditorPath(onlyKind) : path,
      name,
      group: first.group,
      kinds: contentKinds,
      icon: first.editor.icon ?? 'layers',
      shownOn: [...new Set(contentKinds.flatMap(({ shownOn }) => shownOn))],
      state: getCombinedReadiness(countedKinds, contentCounts),
      sampleFieldLabels: contentKinds.flatMap(({ kind, fields }) => {
        const sampleFields = contentCounts.find((count) => count.kind === kind)?.sampleFields ?? []
        return Object.entries(fields).flatMap(([name, { label }]) => (sampleFields.includes(name) ? [lowercaseTitle(label)] : []))
      }),
      stagedCount: stagedRecords.filter(({ kind }) => contentKinds.some((contentKind) => contentKind.kind === kind)).length,
      counts: (listCounts.length > 0 ? listCounts : counts).filter(Boolean).join(', '),
    }
  })
}
