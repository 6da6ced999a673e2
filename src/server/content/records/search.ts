import { type ContentPlace, MOST_PLACES, type searchContent } from '../../../contract/content/content-search.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { type ContentKind, editorOf } from '../../../contract/grammar/content-kind.ts'
import type { ReplyOf } from '../../../contract/grammar/endpoint.ts'
import { isWords, ownWords, type Words } from '../../../contract/grammar/words.ts'
import { plainText } from '../../platform/db/search-text.ts'
import type { Reader } from '../../platform/db/tables.ts'

/** How much of a text stands before the words and after them, in characters. */
const AROUND = 40

type Row = { id: string; kind: string; data: string }

/** Where the content holds all these words. Reads it as a whole: it is what a few pages show. */
export async function findPlaces(db: Reader, search: string): Promise<ReplyOf<typeof searchContent>> {
  const rows = await db.selectFrom('content_record').select(['id', 'kind', 'data']).orderBy('position').orderBy('id').execute()
  const all = placesIn(contentKinds, rows, search)
  return { places: all.slice(0, MOST_PLACES), total: all.length }
}

/** Fields by their names, then records by their values; each in the order of the content kinds and their fields. */
export function placesIn(all: readonly ContentKind[], rows: readonly Row[], search: string): ContentPlace[] {
  const words = plainText(search).split(/\s+/).filter(Boolean)
  const holds = (text: string) => words.every((word) => plainText(text).includes(word))
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const named = all.flatMap(({ kind, title, fields, editor }) =>
    Object.entries(fields)
      .filter(([, { label }]) => holds(`${title} ${label}`) && !holds(title))
      .map(([field]) => ({ kind, field, record: null, excerpt: '', path: editor.home })),
  )
  const said = all.flatMap((contentKind) => {
    const found = byKind.get(contentKind.kind)
    if (!found && isWords(contentKind)) return ownPlaces(contentKind)
    return (found ?? []).flatMap(({ id, data }) => {
      const values: Record<string, string> = JSON.parse(data)
      const path = editorOf(contentKind, values)?.path.replace(':id', id) ?? contentKind.editor.home
      return Object.keys(contentKind.fields).flatMap((field) => {
        const value = values[field] ?? ''
        if (!holds(value)) return []
        return { kind: contentKind.kind, field, record: id, excerpt: excerptOf(value, words[0] ?? ''), path }
      })
    })
  })
  return [...named, ...said]

  /** What the site says by itself while no record says something else; a field that is called so is told of already. */
  function ownPlaces(contentKind: Words): ContentPlace[] {
    const { kind, editor } = contentKind
    const isNamed = (field: string) => named.some((place) => place.kind === kind && place.field === field)
    return Object.entries(ownWords(contentKind))
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
