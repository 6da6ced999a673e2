import { searchListing } from '../../../../contract/content/kinds/search-listing.ts'
import type { BothFacts } from '../../../../contract/grammar/rendering.ts'
import { type Check, type CheckedPage, isBlank, listedAs, listingPlace, partOf, type Site, whereSaid } from '../site.ts'

/** Exactly one heading of the first level, with words in it. */
export const mainHeading: Check = (site) =>
  site.pages.flatMap((page) => {
    const main = page.html.headings.filter(({ level }) => level === 1)
    if (main.length === 1 && main.every(({ text }) => !isBlank(text))) return []
    const says =
      main.length === 0
        ? 'This page has no main heading.'
        : main.length === 1
          ? 'The main heading of this page is empty.'
          : `This page has ${main.length} main headings where there should be one.`
    return { says, subject: String(Math.min(main.length, 2)), pages: [page.name], place: headingPlace(site, page, main[0]?.text) }
  })

/** Below a heading the next one is at most one level deeper, and none is empty. */
export const headingOrder: Check = (site) =>
  site.pages.flatMap((page) =>
    page.html.headings.flatMap(({ level, text }, index) => {
      const before = page.html.headings[index - 1]
      const says =
        level > 1 && isBlank(text)
          ? 'A heading of this page is empty.'
          : before && level > before.level + 1
            ? `The heading “${text}” skips a level after “${before.text}”.`
            : undefined
      return says ? { says, subject: `${level} ${text}`, pages: [page.name], place: headingPlace(site, page, text) } : []
    }),
  )

/** Whoever hears the page is told where each link leads. */
export const linkWords: Check = (site) =>
  site.pages.flatMap((page) =>
    page.html.links
      .filter(({ words }) => isBlank(words))
      .map(({ href }) => ({
        says: `The link to ${href} has no words.`,
        subject: href,
        pages: [page.name],
        place: whereSaid(site, page, (value) => value.trim() === href) ?? partOf(page),
      })),
  )

export const titleLength: Check = (site) => lengthProblems(site, 'title', 'pageTitle')

export const descriptionLength: Check = (site) => lengthProblems(site, 'description', 'pageDescription')

export const sameTitle: Check = (site) => sameProblems(site, 'title', 'pageTitle')

export const sameDescription: Check = (site) => sameProblems(site, 'description', 'pageDescription')

type Said = 'title' | 'description'
type Field = 'pageTitle' | 'pageDescription'

/** What a page puts together by itself is cut at a word on purpose: only words that somebody wrote are measured. */
function lengthProblems(site: Site, said: Said, field: Field) {
  const { ideal } = searchListing.fields[field]
  return site.pages.flatMap((page) => {
    const text = plain(page.facts[said])
    const about = { pages: [page.name], place: listingPlace(site, page, field) }
    if (isBlank(text)) return { ...about, subject: 'none', says: `This page has no ${said} for search results.` }
    const count = [...text].length
    const isOwn = plain(listedAs(site, page, field)) === text
    const isWritten = () => isOwn || whereSaid(site, page, (value) => isSaid(value, text)) !== undefined
    if (ideal && count > ideal.most && isWritten()) {
      const says = `The ${said} for search results has ${count} characters; the end is cut off after about ${ideal.most}.`
      return { ...about, subject: 'long', says }
    }
    if (!isOwn || !ideal || count >= ideal.least) return []
    const says = `The ${said} for search results has ${count} ${count === 1 ? 'character' : 'characters'}; ${ideal.least} or more say enough.`
    return { ...about, subject: 'short', says }
  })
}

function sameProblems(site: Site, said: Said, field: Field) {
  const spoken = site.pages.filter(({ facts }) => !isBlank(plain(facts[said])))
  const alike = Map.groupBy(spoken, ({ facts }) => plain(facts[said]).toLowerCase())
  return [...alike.values()].flatMap((pages) => {
    const [first] = pages
    if (!first || pages.length < 2) return []
    const names = pages.map(({ name }) => name)
    // Where somebody wrote it, that can be changed at once.
    const own = pages.find((page) => plain(listedAs(site, page, field)) !== '') ?? first
    const says = `${new Intl.ListFormat('en-GB').format(names)} have the same ${said} for search results.`
    return { says, pages: names, place: listingPlace(site, own, field) }
  })
}

function plain(text: BothFacts[Said]): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}

/** Looks at the beginning first: most values are other ones, and some are long. */
function isSaid(value: string, text: string): boolean {
  return value.trimStart().startsWith(text.slice(0, text.indexOf(' ') + 1).trim()) && plain(value) === text
}

function headingPlace(site: Site, page: CheckedPage, text = '') {
  return (isBlank(text) ? undefined : whereSaid(site, page, (value) => isSaid(value, text))) ?? partOf(page)
}
