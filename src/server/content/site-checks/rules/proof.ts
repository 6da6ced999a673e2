import { counters } from '../../../../contract/content/kinds/counters.ts'
import { CONSENT_GIVEN, testimonial } from '../../../../contract/content/kinds/testimonial.ts'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import { pagesShowing } from '../../records/records.ts'
import { type Check, placeOf, recordsOf, type Site } from '../site.ts'

/** What makes a claim one that can be looked into: a field, and what visitors are not told without it. */
type Evidence = { field: string; tells: string; isGiven?: (value: string) => boolean }

const ofQuotes: readonly Evidence[] = [
  { field: 'quoteSource', tells: 'where it was said' },
  { field: 'quoteDate', tells: 'when' },
  { field: 'quoteConsent', tells: 'that it may be published', isGiven: (value) => value === CONSENT_GIVEN },
]
const ofFigures: readonly Evidence[] = [
  { field: 'figuresAsOf', tells: 'when they were counted' },
  { field: 'figuresSource', tells: 'where they come from' },
]

/** Quotes and figures of the owner's own that could be anybody's invention. What was invented for them is told as that. */
export const proof: Check = (site) => [
  ...unproven(site, testimonial, 'This quote does not say', ofQuotes),
  ...unproven(site, counters, 'These figures do not say', ofFigures),
]

function unproven(site: Site, contentKind: ContentKind, beginning: string, evidence: readonly Evidence[]) {
  return recordsOf(site, contentKind).flatMap((record) => {
    if (record.sampleFields) return []
    const missing = evidence.filter(({ field, isGiven }) => {
      const value = (record.values[field] ?? '').trim()
      return isGiven ? !isGiven(value) : value === ''
    })
    if (missing.length === 0) return []
    const told = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(missing.map(({ tells }) => tells))
    return {
      says: `${beginning} ${told}.`,
      subject: `${contentKind.kind} ${record.id}`,
      pages: pagesShowing(contentKind, record.values),
      place: placeOf(contentKind, record, missing[0]?.field),
    }
  })
}
