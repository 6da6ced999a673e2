import { pageSearchListing } from '#contract/content/kinds/page-search-listing.ts'
import type { AuditedSiteWithContent, SiteRuleCheck } from '../audited-site.ts'
import { findFixPlaceByValue, getOwnerSeoFieldValue, getSeoFieldFixPlace } from '../fix-places.ts'
import { collapseWhitespace, equalsIgnoringWhitespace, isBlank } from '../parse-page-html.ts'

export const titleLengthRule: SiteRuleCheck = (site) => findLengthProblems(site, 'title', 'pageTitle')

export const descriptionLengthRule: SiteRuleCheck = (site) => findLengthProblems(site, 'description', 'pageDescription')

export const duplicateTitleRule: SiteRuleCheck = (site) => findDuplicateProblems(site, 'title', 'pageTitle')

export const duplicateDescriptionRule: SiteRuleCheck = (site) => findDuplicateProblems(site, 'description', 'pageDescription')

/** Finds titles that mostly share their words, so that the pages compete for the same searches. */
export const similarTitleRule: SiteRuleCheck = (site) => {
  const titles = site.pages
    .filter(({ metadata }) => !metadata.isHiddenFromSearch && !metadata.canonicalUrl)
    .map((page) => ({
      page,
      text: collapseWhitespace(page.metadata.title).toLowerCase(),
      words: getTitleWords(page.metadata.title),
    }))
  return titles.flatMap((one, index) =>
    titles.slice(index + 1).flatMap((other) => {
      const isSimilar = one.text !== other.text && getOverlap(one.words, other.words) >= MIN_TITLE_OVERLAP
      if (!isSimilar) return []
      const editedPage =
        [other.page, one.page].find((page) => getOwnerSeoFieldValue(site, page, 'pageTitle')?.trim()) ?? other.page
      return {
        says: `“${one.page.metadata.title}” and “${other.page.metadata.title}” say nearly the same thing, so these two pages compete in search results.`,
        subject: `${one.page.name} ${other.page.name}`,
        pages: [one.page.name, other.page.name],
        place: getSeoFieldFixPlace(site, editedPage, 'pageTitle'),
      }
    }),
  )
}

/** The share of all their words that two titles may have in common. */
const MIN_TITLE_OVERLAP = 0.7
const STOP_WORDS = new Set([
  'a',
  'an',
  'and',
  'at',
  'by',
  'for',
  'from',
  'in',
  'is',
  'of',
  'on',
  'or',
  'our',
  'the',
  'to',
  'with',
  'your',
])

function getTitleWords(title: string): Set<string> {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => !STOP_WORDS.has(word)))
}

function getOverlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length
  return common / Math.max(one.size + other.size - common, 1)
}

type MetadataName = 'title' | 'description'
type Field = 'pageTitle' | 'pageDescription'

/** Measures only text that the owner wrote. A page shortens generated text on purpose. */
function findLengthProblems(site: AuditedSiteWithContent, metadataName: MetadataName, field: Field) {
  const { idealLength: ideal } = pageSearchListing.fields[field]
  return site.pages.flatMap((page) => {
    const text = collapseWhitespace(page.metadata[metadataName])
    const problemBase = { pages: [page.name], place: getSeoFieldFixPlace(site, page, field) }
    if (isBlank(text)) return { ...problemBase, subject: 'none', says: `This page has no ${metadataName} for search results.` }
    const count = [...text].length
    const isOwnText = collapseWhitespace(getOwnerSeoFieldValue(site, page, field)) === text
    const isWrittenByOwner = () =>
      isOwnText || findFixPlaceByValue(site, page, (value) => equalsIgnoringWhitespace(value, text)) !== undefined
    if (ideal && count > ideal.max && isWrittenByOwner()) {
      const says = `The ${metadataName} for search results has ${count} characters, and search engines cut it off after about ${ideal.max}.`
      return { ...problemBase, subject: 'long', says }
    }
    if (!isOwnText || !ideal || count >= ideal.min) return []
    const says = `The ${metadataName} for search results has ${count} ${count === 1 ? 'character' : 'characters'}. Aim for ${ideal.min} or more.`
    return { ...problemBase, subject: 'short', says }
  })
}

function findDuplicateProblems(site: AuditedSiteWithContent, metadataName: MetadataName, field: Field) {
  const pagesWithText = site.pages.filter(({ metadata }) => !isBlank(collapseWhitespace(metadata[metadataName])))
  const pagesByText = Map.groupBy(pagesWithText, ({ metadata }) => collapseWhitespace(metadata[metadataName]).toLowerCase())
  return [...pagesByText.values()].flatMap((pages) => {
    const [first] = pages
    if (!first || pages.length < 2) return []
    const names = pages.map(({ name }) => name)
    // Prefers a page whose text the owner can edit directly.
    const editedPage = pages.find((page) => collapseWhitespace(getOwnerSeoFieldValue(site, page, field)) !== '') ?? first
    const says = `${new Intl.ListFormat('en-US').format(names)} have the same ${metadataName} for search results.`
    return { says, pages: names, place: getSeoFieldFixPlace(site, editedPage, field) }
  })
}
