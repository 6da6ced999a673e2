import type { ContentKind } from '#contract/core/content-kind.ts'
import { findDetailPageOfKind } from '#contract/core/public-pages.ts'
import { removeInvisibleCharacters } from '#contract/core/remove-invisible-characters.ts'
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
  const plain = removeInvisibleCharacters(title).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/g, '')
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

function isSlugOfBase(base: string, slug: string | undefined): slug is string {
  return slug === base || (slug?.startsWith(`${base}-`) === true && /^\d+$/.test(slug.slice(base.length + 1)))
}

function findUnusedSlug(base: string, usedSlugs: ReadonlySet<string>): string {
  let slug = base
  for (let nth = 2; usedSlugs.has(slug); nth++) slug = `${base}-${nth}`
  return slug
}
