import { searchListing } from '../../../../contract/content/kinds/search-listing.ts'
import { isBlank, saysText, singleSpaced } from '../read-page.ts'
import { type Check, listedAs, listingPlace, type Site, whereSaid } from '../site.ts'

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
    const text = singleSpaced(page.facts[said])
    const about = { pages: [page.name], place: listingPlace(site, page, field) }
    if (isBlank(text)) return { ...about, subject: 'none', says: `This page has no ${said} for search results.` }
    const count = [...text].length
    const isOwn = singleSpaced(listedAs(site, page, field)) === text
    const isWritten = () => isOwn || whereSaid(site, page, (value) => saysText(value, text)) !== undefined
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
  const spoken = site.pages.filter(({ facts }) => !isBlank(singleSpaced(facts[said])))
  const alike = Map.groupBy(spoken, ({ facts }) => singleSpaced(facts[said]).toLowerCase())
  return [...alike.values()].flatMap((pages) => {
    const [first] = pages
    if (!first || pages.length < 2) return []
    const names = pages.map(({ name }) => name)
    // Where somebody wrote it, that can be changed at once.
    const own = pages.find((page) => singleSpaced(listedAs(site, page, field)) !== '') ?? first
    const says = `${new Intl.ListFormat('en-GB').format(names)} have the same ${said} for search results.`
    return { says, pages: names, place: listingPlace(site, own, field) }
  })
}
