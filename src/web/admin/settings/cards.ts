import { type ContentState, contentStateOf, type Tally } from '../../../contract/content/content-tallies.ts'
import type { ContentKind, EditorIcon, Group } from '../../../contract/grammar/content-kind.ts'
import { withoutWords } from '../../../contract/grammar/words.ts'
import { countOf, lower } from '../editor/records/content-record.ts'
import { type Screen, screens } from '../site-map.ts'

export type Card = {
  path: string
  name: string
  group: Group
  /** The kinds on this screen, for the small picture. */
  kinds: readonly ContentKind[]
  /** In its place where no page shows them. */
  icon: EditorIcon
  shownOn: readonly string[]
  state: ContentState
  counts: string
  /** The names of the fields that hold what was invented for the owner. */
  samples: readonly string[]
  /** How many of its records the draft says something of. */
  drafted: number
}

/** One card for each editor's screen. */
export function cardsOf(
  tallies: readonly Tally[],
  drafted: readonly { kind: string }[] = [],
  all: readonly Screen[] = screens,
): Card[] {
  return all.flatMap(({ path, name, contentKinds }) => {
    const [first] = contentKinds
    if (!first) return []
    const counted = withoutWords(contentKinds)
    const counts = counted.map((contentKind) =>
      countOf(contentKind, tallies.find(({ kind }) => kind === contentKind.kind)?.count ?? 0),
    )
    const lists = counted.flatMap((contentKind, index) => (contentKind.shape === 'list' ? counts[index] : []))
    return {
      path,
      name,
      group: first.group,
      kinds: contentKinds,
      icon: first.editor.icon ?? 'layers',
      shownOn: [...new Set(contentKinds.flatMap(({ shownOn }) => shownOn))],
      state: contentStateOf(counted, tallies),
      samples: contentKinds.flatMap(({ kind, fields }) => {
        const found = tallies.find((tally) => tally.kind === kind)?.sampleFields ?? []
        return Object.entries(fields).flatMap(([name, { label }]) => (found.includes(name) ? [lower(label)] : []))
      }),
      drafted: drafted.filter(({ kind }) => contentKinds.some((contentKind) => contentKind.kind === kind)).length,
      counts: (lists.length > 0 ? lists : counts).join(', '),
    }
  })
}
