import {
  type ContentSearchResult,
  MAX_CONTENT_SEARCH_RESULTS,
  type searchContentEndpoint,
} from '#contract/content/content-search.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { type ContentKind, findEditorPageForRecord } from '#contract/core/content-kind.ts'
import { type CopyKind, getDefaultCopyTexts, isCopyKind } from '#contract/core/define-page-copy-kind.ts'
import type { EndpointResult } from '#contract/core/endpoint.ts'
import { toPlainText } from '#contract/core/formatted-text.ts'
import { normalizeSearchText } from '#platform/db/search-text.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'

/** How many characters an excerpt shows before and after the word. */
const EXCERPT_MARGIN = 40

type SearchableRow = { id: string; kind: string; data: string }

/** Finds where the content holds all these words. Reads all content, which fits on a few pages. */
export async function searchContentRecords(
  db: DatabaseReader,
  search: string,
): Promise<EndpointResult<typeof searchContentEndpoint>> {
  const rows = await db.selectFrom('content_record').select(['id', 'kind', 'data']).orderBy('position').orderBy('id').execute()
  const all = findContentSearchResults(contentKinds, rows, search)
  return { places: all.slice(0, MAX_CONTENT_SEARCH_RESULTS), total: all.length }
}

/** Returns fields whose label matches, then records whose value matches, in the order of the content kinds. */
export function findContentSearchResults(
  all: readonly ContentKind[],
  rows: readonly SearchableRow[],
  search: string,
): ContentSearchResult[] {
  const terms = normalizeSearchText(search).split(/\s+/).filter(Boolean)
  const matchesTerms = (text: string) => terms.every((word) => normalizeSearchText(text).includes(word))
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const fieldResults = all.flatMap(({ kind, title, fields, editor }) =>
    Object.entries(fields)
      .filter(([, { label }]) => matchesTerms(`${title} ${label}`) && !matchesTerms(title))
      .map(([field]) => ({ kind, field, record: null, excerpt: '', path: editor.home })),
  )
  const recordResults = all.flatMap((contentKind) => {
    const kindRows = byKind.get(contentKind.kind)
    if (!kindRows && isCopyKind(contentKind)) return findDefaultCopyResults(contentKind)
    return (kindRows ?? []).flatMap(({ id, data }) => {
      const values: Record<string, string> = JSON.parse(data)
      const path = findEditorPageForRecord(contentKind, values)?.path.replace(':id', id) ?? contentKind.editor.home
      return Object.entries(contentKind.fields).flatMap(([field, { input }]) => {
        const value = input === 'formattedText' ? toPlainText(values[field] ?? '') : (values[field] ?? '')
        if (!matchesTerms(value)) return []
        return { kind: contentKind.kind, field, record: id, excerpt: buildExcerpt(value, terms[0] ?? ''), path }
      })
    })
  })
  return [...fieldResults, ...recordResults]

  /** Searches the default copy that shows while no record exists. Skips fields whose label matches. */
  function findDefaultCopyResults(contentKind: CopyKind): ContentSearchResult[] {
    const { kind, editor } = contentKind
    const isNamed = (field: string) => fieldResults.some((place) => place.kind === kind && place.field === field)
    return Object.entries(getDefaultCopyTexts(contentKind))
      .filter(([field, text]) => matchesTerms(text) && !isNamed(field))
      .map(([field, text]) => ({ kind, field, record: null, excerpt: buildExcerpt(text, terms[0] ?? ''), path: editor.home }))
  }
}

/** Returns the text around a word on one line. */
function buildExcerpt(text: string, word: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  // Normalizing lengthens a few letters, so the excerpt may be off by some characters.
  const at = Math.max(0, normalizeSearchText(line).indexOf(word))
  const from = at > EXCERPT_MARGIN ? line.lastIndexOf(' ', at - EXCERPT_MARGIN) + 1 : 0
  const to = at + word.length + EXCERPT_MARGIN
  return `${from > 0 ? '…' : ''}${line.slice(from, to).trim()}${to < line.length ? '…' : ''}`
}
