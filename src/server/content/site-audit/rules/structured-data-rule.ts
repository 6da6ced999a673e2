import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { type AuditedSitePage, type AuditedSiteWithContent, getVisibleRecords, type SiteRuleCheck } from '../audited-site.ts'
import { findFixPlaceByValue, getEditorFixPlace, getFallbackFixPlace } from '../fix-places.ts'
import { pageStructuredDataSchema } from '../page-structured-data-schema.ts'

/** The label of a node type in findings, and the kind of content that the node is made from. */
const NODE_SUBJECTS: Readonly<Record<string, { subjectLabel: string; contentKind: ContentKind }>> = {
  Offer: { subjectLabel: 'your packages', contentKind: pricingPackage },
  Service: { subjectLabel: 'your services', contentKind: serviceItem },
  LocalBusiness: { subjectLabel: 'your business', contentKind: businessInfo },
  Organization: { subjectLabel: 'your business', contentKind: businessInfo },
}

/** Plain words for property names of schema.org. Other names are shown unchanged. */
const PROPERTY_LABELS: Readonly<Record<string, string>> = {
  url: 'the URL of the page',
  telephone: 'the phone number',
  openingHoursSpecification: 'the hours',
  streetAddress: 'the street address',
  addressLocality: 'the city',
  addressRegion: 'the state',
  postalCode: 'the ZIP code',
  addressCountry: 'the country',
}

/** Requires that each block is JSON and that each node matches the schema of its type. */
export const structuredDataRule: SiteRuleCheck = (site) =>
  site.pages.flatMap((page) => page.html.dataBlocks.flatMap((block) => findBlockProblems(site, page, block)))

function findBlockProblems(site: AuditedSiteWithContent, page: AuditedSitePage, block: string) {
  const problemBase = { pages: [page.name], place: getFallbackFixPlace(site, page) }
  const data = parseJson(block)
  if (data === undefined)
    return [{ ...problemBase, says: 'Search engines can’t read the structured data of this page.', subject: '' }]
  const { error } = pageStructuredDataSchema.safeParse(data)
  return (error?.issues ?? []).map(({ path }) => {
    const node = getValueAtPath(data, path.slice(0, 2))
    const type = String(getValueAtPath(node, ['@type']) ?? '')
    const property = path.findLast((key) => typeof key === 'string' && !key.startsWith('@')) ?? ''
    const subject = NODE_SUBJECTS[type]
    const subjectLabel = subject?.subjectLabel ?? 'this page'
    const says = `The structured data for search engines about ${subjectLabel} is missing or has an invalid value: ${PROPERTY_LABELS[String(property)] ?? `the ${String(property)}`}.`
    const problemSubject = [...path.slice(0, 2), property].join('.')
    return {
      ...problemBase,
      says,
      subject: problemSubject,
      place: findNodeFixPlace(site, page, data, path, subject?.contentKind) ?? problemBase.place,
    }
  })
}

/** Finds the faulty record by the other values of its node, such as the name of a service. */
function findNodeFixPlace(
  site: AuditedSiteWithContent,
  page: AuditedSitePage,
  data: unknown,
  path: readonly PropertyKey[],
  contentKind: ContentKind | undefined,
) {
  const value = getValueAtPath(data, path)
  const exactPlace =
    typeof value === 'string' && value.trim() !== ''
      ? findFixPlaceByValue(site, page, (said) => said.trim() === value)
      : undefined
  if (exactPlace || !contentKind) return exactPlace
  const [record, second] = getVisibleRecords(site, contentKind)
  if (record && !second) return getEditorFixPlace(contentKind, record)
  const siblingValues = getValueAtPath(data, path.slice(0, -1))
  const siblingTexts = typeof siblingValues === 'object' && siblingValues !== null ? Object.values(siblingValues) : []
  const matchingRecord = getVisibleRecords(site, contentKind).find(({ id, values }) =>
    siblingTexts.some((word) => typeof word === 'string' && (word.endsWith(`/${id}`) || Object.values(values).includes(word))),
  )
  return matchingRecord
    ? getEditorFixPlace(contentKind, matchingRecord)
    : { name: contentKind.title, path: contentKind.editor.home }
}

function getValueAtPath(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
