import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { itemPageOf, itemPath, type ListedPage } from '../../../contract/grammar/public-pages.ts'
import type { StoredRecord, Values } from './store.ts'

/** Where a record keeps the ends of its addresses, the present one first. No field can be called so. */
const SLUGS = '_slugs'

/** How many a record keeps: whoever renames it more often than that has left the first ones behind. */
const MOST_SLUGS = 20

/** In characters: a word more is cut off. */
const LONGEST_SLUG = 60

/** What the number of another record of the same title may add to it, in characters. */
const NUMBER = 8

/** The words of a title as the end of an address; empty where none of its letters can stand there. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/g, '')
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean)
  const fitting = words.reduce((said, word) => (said.length + word.length < LONGEST_SLUG ? `${said}-${word}` : said), '')
  return (fitting.slice(1) || (words[0] ?? '')).slice(0, LONGEST_SLUG)
}

/**
 * The values of a record with the address that its page has from now on: made of its title, with a number where another
 * record has that already, and the one that it has, as long as the title says so. `own` is the record as it was.
 */
export function withAddress(contentKind: ContentKind, values: Values, own: Values, others: readonly StoredRecord[]): Values {
  const page = itemPageOf(contentKind.kind)
  if (!page) return values
  const before = slugsOf(own)
  const taken = new Set(others.flatMap((one) => slugsOf(one.values).slice(0, 1)))
  const base = slugOf(values[page.titleField] ?? own[page.titleField] ?? '') || slugOf(contentKind.title)
  const slug = isOf(base, before[0]) && !taken.has(before[0]) ? before[0] : firstFree(base, taken)
  return withSlugs(values, [slug], own)
}

/** The ends of all addresses of a record's page, the present one first; none where it never had a page. */
export function slugsOf(values: Values): string[] {
  return (values[SLUGS] ?? '').split(' ').filter(Boolean)
}

/** The values with the addresses that the record has on another site; those that it had here follow them. */
export function withSlugs(values: Values, slugs: readonly string[], own: Values): Values {
  return { ...values, [SLUGS]: [...new Set([...slugs, ...slugsOf(own)])].slice(0, MOST_SLUGS).join(' ') }
}

/** Whether these can be the ends of a record's addresses. */
export function areSlugs(slugs: readonly string[]): boolean {
  const areWords = slugs.every((slug) => slug.length <= LONGEST_SLUG + NUMBER && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
  return areWords && slugs.length > 0 && slugs.length <= MOST_SLUGS && new Set(slugs).size === slugs.length
}

/** Where the public page of a record is; undefined for one that has none, or says too little for one. */
export function pathOf({ kind }: ContentKind, { values }: Pick<StoredRecord, 'values'>): string | undefined {
  const page = itemPageOf(kind)
  const [slug] = slugsOf(values)
  if (!page || slug === undefined) return undefined
  return page.needs.every((name) => values[name]?.trim()) ? itemPath(page, slug) : undefined
}

/** The pages of these records, as visitors find them. */
export function pagesOf(contentKind: ContentKind, records: readonly StoredRecord[]): ListedPage[] {
  const page = itemPageOf(contentKind.kind)
  if (!page) return []
  return records.flatMap((record) => {
    const path = record.isHidden ? undefined : pathOf(contentKind, record)
    return path ? [{ name: page.name, path, title: record.values[page.titleField] ?? '', recordId: record.id }] : []
  })
}

/** As the owner's redirects are stored. */
type OldAddress = { oldPath: string; state: 'Moved' | 'Gone'; newPath: string }

/**
 * What became of the addresses at which no page of these records is: an old one leads to the present one, that of a record
 * with too little to say to the page that lists it, and what is hidden or deleted is gone.
 */
export function oldAddresses(
  contentKind: ContentKind,
  list: string,
  records: readonly StoredRecord[],
  deleted: readonly StoredRecord[],
): OldAddress[] {
  const page = itemPageOf(contentKind.kind)
  if (!page) return []
  const now = new Set(pagesOf(contentKind, records).map(({ path }) => path))
  const visible = records.filter(({ isHidden }) => !isHidden)
  const moved = visible.flatMap((record) => {
    const newPath = pathOf(contentKind, record) ?? list
    return slugsOf(record.values).map((slug) => ({ oldPath: itemPath(page, slug), state: 'Moved' as const, newPath }))
  })
  const gone = [...records.filter(({ isHidden }) => isHidden), ...deleted].flatMap(({ values }) =>
    slugsOf(values).map((slug) => ({ oldPath: itemPath(page, slug), state: 'Gone' as const, newPath: '' })),
  )
  return [...moved, ...gone].filter(({ oldPath }) => !now.has(oldPath))
}

function isOf(base: string, slug: string | undefined): slug is string {
  return slug === base || (slug?.startsWith(`${base}-`) === true && /^\d+$/.test(slug.slice(base.length + 1)))
}

function firstFree(base: string, taken: ReadonlySet<string>): string {
  let slug = base
  for (let nth = 2; taken.has(slug); nth++) slug = `${base}-${nth}`
  return slug
}
