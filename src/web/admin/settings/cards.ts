import { type ContentState, contentStateOf, type Tally } from '../../../contract/content/content-tallies.ts'
import type { EditorIcon, Group, Section } from '../../../contract/grammar/section.ts'
import { withoutWords } from '../../../contract/grammar/words.ts'
import { countOf, lower } from '../editor/records/content-record.ts'
import { type Screen, screens } from '../site-map.ts'

export type Card = {
  path: string
  name: string
  group: Group
  /** The kinds on this screen, for the small picture. */
  kinds: readonly Section[]
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
  return all.flatMap(({ path, name, sections }) => {
    const [first] = sections
    if (!first) return []
    const counted = withoutWords(sections)
    const counts = counted.map((section) => countOf(section, tallies.find(({ kind }) => kind === section.kind)?.count ?? 0))
    const lists = counted.flatMap((section, index) => (section.shape === 'list' ? counts[index] : []))
    return {
      path,
      name,
      group: first.group,
      kinds: sections,
      icon: first.editor.icon ?? 'layers',
      shownOn: [...new Set(sections.flatMap(({ shownOn }) => shownOn))],
      state: contentStateOf(counted, tallies),
      samples: sections.flatMap(({ kind, fields }) => {
        const found = tallies.find((tally) => tally.kind === kind)?.sampleFields ?? []
        return Object.entries(fields).flatMap(([name, { label }]) => (found.includes(name) ? [lower(label)] : []))
      }),
      drafted: drafted.filter(({ kind }) => sections.some((section) => section.kind === kind)).length,
      counts: (lists.length > 0 ? lists : counts).join(', '),
    }
  })
}
