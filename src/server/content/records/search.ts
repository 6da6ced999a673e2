import { type ContentPlace, MOST_PLACES, type searchContent } from '../../../contract/content/content-search.ts'
import type { ReplyOf } from '../../../contract/grammar/endpoint.ts'
import { editorOf, type Section } from '../../../contract/grammar/section.ts'
import { isWords, ownWords, type Words } from '../../../contract/grammar/words.ts'
import { sections } from '../../../contract/sections.ts'
import { plainText } from '../../platform/db/search-text.ts'
import type { Reader } from '../../platform/db/tables.ts'

/** How much of a text stands before the words and after them, in characters. */
const AROUND = 40

type Row = { id: string; kind: string; data: string }

/** Where the content holds all these words. Reads it as a whole: it is what a few pages show. */
export async function findPlaces(db: Reader, search: string): Promise<ReplyOf<typeof searchContent>> {
  const rows = await db.selectFrom('content_record').select(['id', 'kind', 'data']).orderBy('position').orderBy('id').execute()
  const all = placesIn(sections, rows, search)
  return { places: all.slice(0, MOST_PLACES), total: all.length }
}

/** Fields by their names, then records by their values; each in the order of the sections and their fields. */
export function placesIn(all: readonly Section[], rows: readonly Row[], search: string): ContentPlace[] {
  const words = plainText(search).split(/\s+/).filter(Boolean)
  const holds = (text: string) => words.every((word) => plainText(text).includes(word))
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const named = all.flatMap(({ kind, title, fields, editor }) =>
    Object.entries(fields)
      .filter(([, { label, hidden }]) => hidden !== 'always' && holds(`${title} ${label}`) && !holds(title))
      .map(([field]) => ({ kind, field, record: null, excerpt: '', path: editor.home })),
  )
  const said = all.flatMap((section) => {
    const found = byKind.get(section.kind)
    if (!found && isWords(section)) return ownPlaces(section)
    return (found ?? []).flatMap(({ id, data }) => {
      const values: Record<string, string> = JSON.parse(data)
      const path = editorOf(section, values)?.path.replace(':id', id) ?? section.editor.home
      return Object.entries(section.fields).flatMap(([field, { hidden }]) => {
        const value = values[field] ?? ''
        if (hidden === 'always' || !holds(value)) return []
        return { kind: section.kind, field, record: id, excerpt: excerptOf(value, words[0] ?? ''), path }
      })
    })
  })
  return [...named, ...said]

  /** What the site says by itself while no record says something else; a field that is called so is told of already. */
  function ownPlaces(section: Words): ContentPlace[] {
    const { kind, editor } = section
    const isNamed = (field: string) => named.some((place) => place.kind === kind && place.field === field)
    return Object.entries(ownWords(section))
      .filter(([field, text]) => holds(text) && !isNamed(field))
      .map(([field, text]) => ({ kind, field, record: null, excerpt: excerptOf(text, words[0] ?? ''), path: editor.home }))
  }
}

/** The text around a word, on one line. */
function excerptOf(text: string, word: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  // Letters lose their accents one for one, but for a few that become two: then the part is a little off.
  const at = Math.max(0, plainText(line).indexOf(word))
  const from = at > AROUND ? line.lastIndexOf(' ', at - AROUND) + 1 : 0
  const to = at + word.length + AROUND
  return `${from > 0 ? '…' : ''}${line.slice(from, to).trim()}${to < line.length ? '…' : ''}`
}
