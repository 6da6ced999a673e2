import type { ContentKind } from '../../../contract/core/content-kind.ts'
import { buildDetailPath, findDetailPage, type PublishedPage } from '../../../contract/core/public-pages.ts'
import type { StoredRecord, Values } from './store.ts'

/** Where a record keeps the ends of its addresses, the present one first. No field can be called so. */
const SLUGS = '_slugs'

/** How many a record keeps: whoever renames it more often than that has left the first ones behind. */
const MAX_SLUGS = 20

/** In characters: a word more is cut off. */
const MAX_SLUG_LENGTH = 60

/** What the number of another record of the same title may add to it, in characters. */
const MAX_SUFFIX_LENGTH = 8

/** The words of a title as the end of an address; empty where none of its letters can stand there. */
export function slugify(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/g, '')
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean)
  const slugText = words.reduce(
    (slugSoFar, word) => (slugSoFar.length + word.length < MAX_SLUG_LENGTH ? `${slugSoFar}-${word}` : slugSoFar),
    '',
  )
  return (slugText.slice(1) || (words[0] ?? '')).slice(0, MAX_SLUG_LENGTH)
}

/**
 * The values of a record with the address that its page has from now on: made of its title, with a number where another
 * record has that already, and the one that it has, as long as the title says so. `own` is the record as it was.
 */
export function assignSlug(
  contentKind: ContentKind,
  values: Values,
  previousValues: Values,
  otherRecords: readonly StoredRecord[],
): Values {
  const page = findDetailPage(contentKind.kind)
  if (!page) return values
  const before = getSlugs(previousValues)
  const usedSlugs = new Set(otherRecords.flatMap((one) => getSlugs(one.values).slice(0, 1)))
  const base = slugify(values[page.titleField] ?? previousValues[page.titleField] ?? '') || slugify(contentKind.title)
  const slug = isSlugOfBase(base, before[0]) && !usedSlugs.has(before[0]) ? before[0] : findUnusedSlug(base, usedSlugs)
  return setSlugs(values, [slug], previousValues)
}

/** The ends of all addresses of a record's page, the present one first; none where it never had a page. */
export function getSlugs(values: Values): string[] {
  return (values[SLUGS] ?? '').split(' ').filter(Boolean)
}

/** The values with the addresses that the record has on another site; those that it had here follow them. */
export function setSlugs(values: Values, slugs: readonly string[], previousValues: Values): Values {
  return { ...values, [SLUGS]: [...new Set([...slugs, ...getSlugs(previousValues)])].slice(0, MAX_SLUGS).join(' ') }
}

/** Whether these can be the ends of a record's addresses. */
export function areValidSlugs(slugs: readonly string[]): boolean {
  const areWellFormed = slugs.every(
    (slug) => slug.length <= MAX_SLUG_LENGTH + MAX_SUFFIX_LENGTH && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug),
  )
  return areWellFormed && slugs.length > 0 && slugs.length <= MAX_SLUGS && new Set(slugs).size === slugs.length
}

/** Where the public page of a record is; undefined for one that has none, or says too little for one. */
export function getRecordPath({ kind }: ContentKind, { values }: Pick<StoredRecord, 'values'>): string | undefined {
  const page = findDetailPage(kind)
  const [slug] = getSlugs(values)
  if (!page || slug === undefined) return undefined
  return page.requiredFields.every((name) => values[name]?.trim()) ? buildDetailPath(page, slug) : undefined
}

/** The pages of these records, as visitors find them. */
export function listRecordPages(contentKind: ContentKind, records: readonly StoredRecord[]): PublishedPage[] {
  const page = findDetailPage(contentKind.kind)
  if (!page) return []
  return records.flatMap((record) => {
    const path = record.isHidden ? undefined : getRecordPath(contentKind, record)
    return path ? [{ name: page.name, path, title: record.values[page.titleField] ?? '', recordId: record.id }] : []
  })
}

/** As the owner's redirects are stored. */
type SlugRedirect = { oldPath: string; state: 'Moved' | 'Gone'; newPath: string }

/**
 * What became of the addresses at which no page of these records is: an old one leads to the present one, that of a record
 * with too little to say to the page that lists it, and what is hidden or deleted is gone.
 */
export function listSlugRedirects(
  contentKind: ContentKind,
  listPath: string,
  records: readonly StoredRecord[],
  deleted: readonly StoredRecord[],
): SlugRedirect[] {
  const page = findDetailPage(contentKind.kind)
  if (!page) return []
  const currentPaths = new Set(listRecordPages(contentKind, records).map(({ path }) => path))
  const visible = records.filter(({ isHidden }) => !isHidden)
  const moved = visible.flatMap((record) => {
    const newPath = getRecordPath(contentKind, record) ?? listPath
    return getSlugs(record.values).map((slug) => ({ oldPath: buildDetailPath(page, slug), state: 'Moved' as const, newPath }))
  })
  const gone = [...records.filter(({ isHidden }) => isHidden), ...deleted].flatMap(({ values }) =>
    getSlugs(values).map((slug) => ({ oldPath: buildDetailPath(page, slug), state: 'Gone' as const, newPath: '' })),
  )
  return [...moved, ...gone].filter(({ oldPath }) => !currentPaths.has(oldPath))
}

function isSlugOfBase(base: string, slug: string | undefined): slug is string {
  return slug === base || (slug?.startsWith(`${base}-`) === true && /^\d+$/.test(slug.slice(base.length + 1)))
}

function findUnusedSlug(base: string, usedSlugs: ReadonlySet<string>): string {
  let slug = base
  for (let nth = 2; usedSlugs.has(slug); nth++) slug = `${base}-${nth}`
  return slug
}
