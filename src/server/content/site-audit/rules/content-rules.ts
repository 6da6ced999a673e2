import { achievementCounters } from '#contract/content/kinds/achievement-counters.ts'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { TESTIMONIAL_CONSENT_GIVEN, testimonial } from '#contract/content/kinds/testimonial.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { type ContentKind, isKindShownOnPage } from '#contract/core/content-kind.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import { findSampleNames, listPagesShowingRecordAnywhere, type StoredRecord } from '../../records/records.ts'
import { type AuditedSiteWithContent, getVisibleRecords, type SiteRuleCheck } from '../audited-site.ts'
import { getEditorFixPlace, getShortRecordName } from '../fix-places.ts'

const fieldInputsWithLongText = new Set(['longText', 'formattedText'])

/** Finds kinds that pages show but that have no records. */
export const emptyContentKindRule: SiteRuleCheck = (site) =>
  contentKinds.flatMap((contentKind) => {
    const pages = publicPages.map(({ name }) => name).filter((name) => isKindShownOnPage(contentKind, name))
    if (pages.length === 0 || contentKind.isOptional || getVisibleRecords(site, contentKind).length > 0) return []
    return {
      says: `${contentKind.title}: empty, so the page doesn’t show this part.`,
      subject: contentKind.kind,
      pages,
      place: getEditorFixPlace(contentKind),
    }
  })

/** Finds records of a list with the same text in every field. */
export const duplicateRecordRule: SiteRuleCheck = (site) =>
  contentKinds.flatMap((contentKind) => {
    if (contentKind.shape === 'single' || contentKind.shownOn.length === 0) return []
    // Groups by name first. Most names differ, and the full text is long.
    const recordsByName = [
      ...Map.groupBy(getVisibleRecords(site, contentKind), (record) =>
        getShortRecordName(contentKind, record).toLowerCase(),
      ).values(),
    ]
    const duplicateGroups = recordsByName.flatMap((some) => [
      ...Map.groupBy(some, (record) => (some[1] ? getRecordText(contentKind, record) : '')).values(),
    ])
    return duplicateGroups.flatMap((records) => {
      const last = records.at(-1)
      if (!last || records.length < 2) return []
      const says = `${contentKind.title} “${getShortRecordName(contentKind, last)}” is on your site ${records.length === 2 ? 'twice' : `${records.length} times`} with the same text.`
      return {
        says,
        subject: getRecordText(contentKind, last),
        pages: listPagesShowingRecordAnywhere(contentKind, last.values),
        place: getEditorFixPlace(contentKind, last),
      }
    })
  })

/** Skips payment emails: no page shows them, and the going-live list checks them. */
export const sampleContentRule: SiteRuleCheck = (site) =>
  contentKinds.flatMap((contentKind) => {
    if (contentKind === payeeEmail) return []
    return getVisibleRecords(site, contentKind).flatMap((record) => {
      const sampleFields = record.sampleFields
      if (!sampleFields) return []
      const names = findSampleNames(contentKind, record.values)
      const labels = sampleFields.map((field) => {
        const { label = field, input } = contentKind.fields[field] ?? {}
        // In a long text, the owner would have to search for it.
        const name = input && fieldInputsWithLongText.has(input) && names.get(field)
        return name ? `${label} (“${name}”)` : label
      })
      const says = `${labels.length > 0 ? `Still sample content: ${labels.join(', ')}` : `Sample text. Replace it, or ${contentKind.ownerOnlyFields ? 'delete it' : 'keep it as is'}`}.`
      const pages = listPagesShowingRecordAnywhere(contentKind, record.values)
      return { says, subject: record.id, pages, place: getEditorFixPlace(contentKind, record, sampleFields[0]) }
    })
  })

function getRecordText({ fields }: ContentKind, { values }: StoredRecord): string {
  return JSON.stringify(Object.keys(fields).map((name) => (values[name] ?? '').replace(/\s+/g, ' ').trim().toLowerCase()))
}

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
