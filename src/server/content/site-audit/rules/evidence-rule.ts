import { achievementCounters } from '#contract/content/kinds/achievement-counters.ts'
import { TESTIMONIAL_CONSENT_GIVEN, testimonial } from '#contract/content/kinds/testimonial.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { listPagesShowingRecordAnywhere } from '../../records/records.ts'
import { type AuditedSiteWithContent, getVisibleRecords, type SiteRuleCheck } from '../audited-site.ts'
import { getEditorFixPlace } from '../fix-places.ts'

/** A field that lets visitors check a claim. `missingText` completes the finding's sentence. */
type Evidence = { field: string; missingText: string; isAccepted?: (value: string) => boolean }

const quoteEvidence: readonly Evidence[] = [
  { field: 'quoteSource', missingText: 'where they said it' },
  { field: 'quoteDate', missingText: 'when' },
  { field: 'quoteConsent', missingText: 'that you may publish it', isAccepted: (value) => value === TESTIMONIAL_CONSENT_GIVEN },
]
const figureEvidence: readonly Evidence[] = [
  { field: 'figuresAsOf', missingText: 'when you counted' },
  { field: 'figuresSource', missingText: 'where they come from' },
]

/** Finds the owner's quotes and figures that state no evidence. Samples have their own rule. */
export const evidenceRule: SiteRuleCheck = (site) => [
  ...findUnprovenClaims(site, testimonial, 'This quote doesn’t say', quoteEvidence),
  ...findUnprovenClaims(site, achievementCounters, 'These figures don’t say', figureEvidence),
]

function findUnprovenClaims(
  site: AuditedSiteWithContent,
  contentKind: ContentKind,
  messageStart: string,
  evidence: readonly Evidence[],
) {
  return getVisibleRecords(site, contentKind).flatMap((record) => {
    if (record.sampleFields) return []
    const missing = evidence.filter(({ field, isAccepted }) => {
      const value = (record.values[field] ?? '').trim()
      return isAccepted ? !isAccepted(value) : value === ''
    })
    if (missing.length === 0) return []
    const missingTexts = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
      missing.map(({ missingText }) => missingText),
    )
    return {
      says: `${messageStart} ${missingTexts}.`,
      subject: `${contentKind.kind} ${record.id}`,
      pages: listPagesShowingRecordAnywhere(contentKind, record.values),
      place: getEditorFixPlace(contentKind, record, missing[0]?.field),
    }
  })
}
