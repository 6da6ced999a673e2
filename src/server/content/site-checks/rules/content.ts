import { publicPages } from '../../../../contract/grammar/public-pages.ts'
import { isShownOn, type Section } from '../../../../contract/grammar/section.ts'
import { sections } from '../../../../contract/sections.ts'
import { pagesShowing, type StoredRecord, samplesIn } from '../../records/records.ts'
import { type Check, nameOf, placeOf, recordsOf } from '../site.ts'

/** A kind that visitors would see, and of which there is nothing. */
export const emptySection: Check = (site) =>
  sections.flatMap((section) => {
    const pages = publicPages.map(({ name }) => name).filter((name) => isShownOn(section, name))
    if (pages.length === 0 || section.worksEmpty || recordsOf(site, section).length > 0) return []
    return {
      says: `${section.title}: nothing is shown here yet, so the page goes without it.`,
      subject: section.kind,
      pages,
      place: placeOf(section),
    }
  })

/** Two records of a list that say the same in every field. */
export const sameRecord: Check = (site) =>
  sections.flatMap((section) => {
    if (section.shape === 'single' || section.shownOn.length === 0) return []
    // By their names first: most differ in these already, and all their words may be many.
    const named = [...Map.groupBy(recordsOf(site, section), (record) => nameOf(section, record).toLowerCase()).values()]
    const alike = named.flatMap((some) => [...Map.groupBy(some, (record) => (some[1] ? wordsOf(section, record) : '')).values()])
    return alike.flatMap((records) => {
      const last = records.at(-1)
      if (!last || records.length < 2) return []
      const says = `${section.title} “${nameOf(section, last)}” is there ${records.length === 2 ? 'twice' : `${records.length} times`} with the same words.`
      return { says, subject: wordsOf(section, last), pages: pagesShowing(section, last.values), place: placeOf(section, last) }
    })
  })

/** Whose account is paid is checked before going live, and shown on no page. */
export const sample: Check = (site) =>
  sections.flatMap((section) => {
    if (section.group === 'account') return []
    return recordsOf(site, section).flatMap((record) => {
      if (!record.isSample) return []
      const invented = samplesIn(section.kind, record.values)
      const labels = invented.map((name) => section.fields[name]?.label ?? name)
      const says = `${labels.length > 0 ? `Still invented for you: ${labels.join(', ')}` : 'Written for you: read it, and save it if it may stay'}.`
      const pages = pagesShowing(section, record.values)
      return { says, subject: record.id, pages, place: placeOf(section, record, invented[0]) }
    })
  })

function wordsOf({ fields }: Section, { values }: StoredRecord): string {
  return JSON.stringify(Object.keys(fields).map((name) => (values[name] ?? '').replace(/\s+/g, ' ').trim().toLowerCase()))
}
