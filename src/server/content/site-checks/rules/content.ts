import { contentKinds } from '../../../../contract/content-kinds.ts'
import { type ContentKind, isShownOn } from '../../../../contract/grammar/content-kind.ts'
import { publicPages } from '../../../../contract/grammar/public-pages.ts'
import { pagesShowing, type StoredRecord } from '../../records/records.ts'
import { type Check, nameOf, placeOf, recordsOf } from '../site.ts'

/** A kind that visitors would see, and of which there is nothing. */
export const emptySection: Check = (site) =>
  contentKinds.flatMap((contentKind) => {
    const pages = publicPages.map(({ name }) => name).filter((name) => isShownOn(contentKind, name))
    if (pages.length === 0 || contentKind.worksEmpty || recordsOf(site, contentKind).length > 0) return []
    return {
      says: `${contentKind.title}: nothing is shown here yet, so the page goes without it.`,
      subject: contentKind.kind,
      pages,
      place: placeOf(contentKind),
    }
  })

/** Two records of a list that say the same in every field. */
export const sameRecord: Check = (site) =>
  contentKinds.flatMap((contentKind) => {
    if (contentKind.shape === 'single' || contentKind.shownOn.length === 0) return []
    // By their names first: most differ in these already, and all their words may be many.
    const named = [...Map.groupBy(recordsOf(site, contentKind), (record) => nameOf(contentKind, record).toLowerCase()).values()]
    const alike = named.flatMap((some) => [
      ...Map.groupBy(some, (record) => (some[1] ? wordsOf(contentKind, record) : '')).values(),
    ])
    return alike.flatMap((records) => {
      const last = records.at(-1)
      if (!last || records.length < 2) return []
      const says = `${contentKind.title} “${nameOf(contentKind, last)}” is there ${records.length === 2 ? 'twice' : `${records.length} times`} with the same words.`
      return {
        says,
        subject: wordsOf(contentKind, last),
        pages: pagesShowing(contentKind, last.values),
        place: placeOf(contentKind, last),
      }
    })
  })

/** Whose account is paid is checked before going live, and shown on no page. */
export const sample: Check = (site) =>
  contentKinds.flatMap((contentKind) => {
    if (contentKind.group === 'account') return []
    return recordsOf(site, contentKind).flatMap((record) => {
      const invented = record.sampleFields
      if (!invented) return []
      const labels = invented.map((name) => contentKind.fields[name]?.label ?? name)
      const says = `${labels.length > 0 ? `Still invented for you: ${labels.join(', ')}` : 'Written for you: read it, and save it if it may stay'}.`
      const pages = pagesShowing(contentKind, record.values)
      return { says, subject: record.id, pages, place: placeOf(contentKind, record, invented[0]) }
    })
  })

function wordsOf({ fields }: ContentKind, { values }: StoredRecord): string {
  return JSON.stringify(Object.keys(fields).map((name) => (values[name] ?? '').replace(/\s+/g, ' ').trim().toLowerCase()))
}
