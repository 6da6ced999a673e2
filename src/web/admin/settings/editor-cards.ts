import { type ContentCount, type ContentState, getContentState } from '../../../contract/content/content-counts.ts'
import type { ContentKind, EditorGroup, EditorIcon } from '../../../contract/core/content-kind.ts'
import { excludeCopyKinds } from '../../../contract/core/copy-kind.ts'
import { formatRecordCount, lowercaseTitle } from '../editor/records/content-record.ts'
import { type EditorScreen, editorScreens } from '../navigation.ts'

export type EditorCardData = {
  path: string
  name: string
  group: EditorGroup
  /** The kinds on this screen, for the small picture. */
  kinds: readonly ContentKind[]
  /** In its place where no page shows them. */
  icon: EditorIcon
  shownOn: readonly string[]
  state: ContentState
  counts: string
  /** The names of the fields that hold what was invented for the owner. */
  sampleFieldLabels: readonly string[]
  /** How many of its records the draft says something of. */
  stagedCount: number
}

/** One card for each editor's screen. */
export function buildEditorCards(
  counters: readonly ContentCount[],
  stagedRecords: readonly { kind: string }[] = [],
  all: readonly EditorScreen[] = editorScreens,
): EditorCardData[] {
  return all.flatMap(({ path, name, contentKinds }) => {
    const [first] = contentKinds
    if (!first) return []
    const counted = excludeCopyKinds(contentKinds)
    const counts = counted.map((contentKind) =>
      formatRecordCount(contentKind, counters.find(({ kind }) => kind === contentKind.kind)?.count ?? 0),
    )
    const lists = counted.flatMap((contentKind, index) => (contentKind.shape === 'list' ? counts[index] : []))
    return {
      path,
      name,
      group: first.group,
      kinds: contentKinds,
      icon: first.editor.icon ?? 'layers',
      shownOn: [...new Set(contentKinds.flatMap(({ shownOn }) => shownOn))],
      state: getContentState(counted, counters),
      sampleFieldLabels: contentKinds.flatMap(({ kind, fields }) => {
        const found = counters.find((tally) => tally.kind === kind)?.sampleFields ?? []
        return Object.entries(fields).flatMap(([name, { label }]) => (found.includes(name) ? [lowercaseTitle(label)] : []))
      }),
      stagedCount: stagedRecords.filter(({ kind }) => contentKinds.some((contentKind) => contentKind.kind === kind)).length,
      counts: (lists.length > 0 ? lists : counts).join(', '),
    }
  })
}
