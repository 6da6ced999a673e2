import type { ContentKind } from '../../../contract/core/content-kind.ts'
import { buildDetailPagePath, findDetailPageOfKind, type PublishedPage } from '../../../contract/core/public-pages.ts'
import { isLeftOutOfSitemap } from '../../../contract/core/seo-fields.ts'
import type { RecordValues, StoredRecord } from './record-row.ts'

/** The key that holds a record's slugs, the current one first. A field name can't start with `_` (P-17). */
const SLUGS = '_slugs'

/** Older slugs of a record that is renamed often are forgotten. */
const MAX_SLUGS = 20

/** In characters. Words that don't fit are left out. */
const MAX_SLUG_LENGTH = 60

/** The space for a number such as `-12`, in characters. */
const MAX_SUFFIX_LENGTH = 8

/** Returns the words of a title as a slug. Returns '' if no letter is usable. */
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
 * Returns the values with the slug of the record's page. The slug comes from the title, with a number if another record
 * uses it. While the title stays the same, the slug stays too.
 */
export function assignSlug(
  contentKind: ContentKind,
  values: RecordValues,
  previousValues: RecordValues,
  otherRecords: readonly StoredRecord[],
): RecordValues {
  const page = findDetailPageOfKind(contentKind.kind)
  if (!page) return values
  const before = listSlugsOfRecord(previousValues)
  const usedSlugs = new Set(otherRecords.flatMap((one) => listSlugsOfRecord(one.values).slice(0, 1)))
  const base = slugify(values[page.titleField] ?? previousValues[page.titleField] ?? '') || slugify(contentKind.title)
  const slug = isSlugOfBase(base, before[0]) && !usedSlugs.has(before[0]) ? before[0] : findUnusedSlug(base, usedSlugs)
  return prependSlugs(values, [slug], previousValues)
}

/** Returns all slugs of a record, the current one first. */
export function listSlugsOfRecord(values: RecordValues): string[] {
  return (values[SLUGS] ?? '').split(' ').filter(Boolean)
}

/** Returns the values with the slugs from another site, followed by the slugs from this site. */
export function prependSlugs(values: RecordValues, slugs: readonly string[], previousValues: RecordValues): RecordValues {
  return { ...values, [SLUGS]: [...new Set([...slugs, ...listSlugsOfRecord(previousValues)])].slice(0, MAX_SLUGS).join(' ') }
}

export function areValidSlugs(slugs: readonly string[]): boolean {
  const areWellFormed = slugs.every(
    (slug) => slug.length <= MAX_SLUG_LENGTH + MAX_SUFFIX_LENGTH && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug),
  )
  return areWellFormed && slugs.length > 0 && slugs.length <= MAX_SLUGS && new Set(slugs).size === slugs.length
}

/** Returns undefined if the kind has no pages or the record lacks a required text. */
export function getRecordPagePath({ kind }: ContentKind, { values }: Pick<StoredRecord, 'values'>): string | undefined {
  const page = findDetailPageOfKind(kind)
  const [slug] = listSlugsOfRecord(values)
  if (!page || slug === undefined) return undefined
  return page.requiredFields.every((name) => values[name]?.trim()) ? buildDetailPagePath(page, slug) : undefined
}

/** Lists the pages of visible records. */
export function listPagesOfVisibleRecords(contentKind: ContentKind, records: readonly StoredRecord[]): PublishedPage[] {
  const page = findDetailPageOfKind(contentKind.kind)
  if (!page) return []
  return records.flatMap((record) => {
    const path = record.isHidden ? undefined : getRecordPagePath(contentKind, record)
    if (!path) return []
    const unlisted = isLeftOutOfSitemap(record.values) && { isUnlisted: true as const }
    return [{ name: page.name, path, title: record.values[page.titleField] ?? '', recordId: record.id, ...unlisted }]
  })
}

/** `newPath` is missing if the page is gone. */
export type OldRecordPath = { oldPath: string; newPath?: string }

/**
 * Lists the old paths that serve no page. An old path leads to the record's current one. A record that lacks a required
 * text leads to `listPath`, the page that lists it. A hidden or deleted record is gone.
 */
export function listOldRecordPathsOfKind(
  contentKind: ContentKind,
  listPath: string,
  records: readonly StoredRecord[],
  deletedRecords: readonly StoredRecord[],
): OldRecordPath[] {
  const page = findDetailPageOfKind(contentKind.kind)
  if (!page) return []
  const currentPaths = new Set(listPagesOfVisibleRecords(contentKind, records).map(({ path }) => path))
  const visibleRecords = records.filter(({ isHidden }) => !isHidden)
  const moved = visibleRecords.flatMap((record) => {
    const newPath = getRecordPagePath(contentKind, record) ?? listPath
    return listSlugsOfRecord(record.values).map((slug) => ({ oldPath: buildDetailPagePath(page, slug), newPath }))
  })
  const gone = [...records.filter(({ isHidden }) => isHidden), ...deletedRecords].flatMap(({ values }) =>
    listSlugsOfRecord(values).map((slug) => ({ oldPath: buildDetailPagePath(page, slug) })),
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
