import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import { type Check, type CheckedPage, partOf, placeOf, recordsOf, type Site, whereSaid } from '../site.ts'
import { structuredData } from '../structured-data-rules.ts'

/** What a node is about, and the kind of content that it is made of. */
const SUBJECTS: Readonly<Record<string, { what: string; contentKind: ContentKind }>> = {
  Offer: { what: 'your packages', contentKind: pricingPackage },
  FAQPage: { what: 'your questions and answers', contentKind: faqItem },
  Service: { what: 'your services', contentKind: serviceItem },
  ProfessionalService: { what: 'your business', contentKind: footerAddress },
  Organization: { what: 'your business', contentKind: footerAddress },
}

/** The names of schema.org in words; any other says enough by itself. */
const PROPERTIES: Readonly<Record<string, string>> = {
  url: 'the address of the page',
  telephone: 'the phone number',
  openingHoursSpecification: 'the hours',
  mainEntity: 'a question',
  acceptedAnswer: 'an answer',
  streetAddress: 'the street',
  addressLocality: 'the city',
  addressRegion: 'the region',
  postalCode: 'the postal code',
  addressCountry: 'the country',
}

/** Each block is JSON, and each node says what search engines ask of its type. */
export const structuredDataRule: Check = (site) =>
  site.pages.flatMap((page) => page.html.dataBlocks.flatMap((block) => problemsIn(site, page, block)))

function problemsIn(site: Site, page: CheckedPage, block: string) {
  const about = { pages: [page.name], place: partOf(page) }
  const data = parsed(block)
  if (data === undefined) return [{ ...about, says: 'What search engines are told of this page cannot be read.', subject: '' }]
  const { error } = structuredData.safeParse(data)
  return (error?.issues ?? []).map(({ path }) => {
    const node = valueAt(data, path.slice(0, 2))
    const type = String(valueAt(node, ['@type']) ?? '')
    const property = path.findLast((key) => typeof key === 'string' && !key.startsWith('@')) ?? ''
    const subject = SUBJECTS[type]
    const what = subject?.what ?? 'this page'
    const says = `What search engines are told of ${what} is not complete or not valid: ${PROPERTIES[String(property)] ?? `the ${String(property)}`}.`
    const of = [...path.slice(0, 2), property].join('.')
    return { ...about, says, subject: of, place: placeIn(site, page, data, path, subject?.contentKind) ?? about.place }
  })
}

/** The record that is at fault says something beside the fault: the name of a service, a question. */
function placeIn(
  site: Site,
  page: CheckedPage,
  data: unknown,
  path: readonly PropertyKey[],
  contentKind: ContentKind | undefined,
) {
  const value = valueAt(data, path)
  const exact =
    typeof value === 'string' && value.trim() !== '' ? whereSaid(site, page, (said) => said.trim() === value) : undefined
  if (exact || !contentKind) return exact
  const [record, second] = recordsOf(site, contentKind)
  if (record && !second) return placeOf(contentKind, record)
  const beside = valueAt(data, path.slice(0, -1))
  const words = typeof beside === 'object' && beside !== null ? Object.values(beside) : []
  const found = recordsOf(site, contentKind).find(({ id, values }) =>
    words.some((word) => typeof word === 'string' && (word.endsWith(`/${id}`) || Object.values(values).includes(word))),
  )
  return found ? placeOf(contentKind, found) : { name: contentKind.title, path: contentKind.editor.home }
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
