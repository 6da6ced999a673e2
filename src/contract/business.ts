import { readHours, type Span, WORKING_TIME } from './opening-hours.ts'
import type { RecordOf } from './section.ts'
import type { footerAddress } from './sections/footer-address.ts'

/** The name of a site whose owner has not given another. */
export const BRAND = 'Rankstead'

/** Name, address, phone and hours as header, footer, contact page, structured data and mail show them. */
export type Business = {
  name: string
  /** The first is the one to go by; nothing is said twice. */
  addresses: readonly string[]
  phones: readonly string[]
  email?: string
  hours: readonly Span[]
  /** The first address in parts, as far as the owner gave them. */
  postal: Readonly<Partial<Record<PostalPart, string>>>
}

const postalParts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'] as const
type PostalPart = (typeof postalParts)[number]

/** Reads the one record; what it lacks falls back to the brand's name and the working time of spec section 9. */
export function businessOf(record?: RecordOf<typeof footerAddress>): Business {
  const given = (...values: (string | undefined)[]) => [...new Set(values.filter((value) => value?.trim()))] as string[]
  return {
    name: record?.businessName.trim() || BRAND,
    addresses: given(record?.banLocation, record?.ukLocation),
    phones: given(record?.banPhone, record?.ukPhone),
    ...(record?.footerEmail && { email: record.footerEmail }),
    hours: readHours(record?.openingHours ?? '') ?? readHours(WORKING_TIME) ?? [],
    postal: Object.fromEntries(postalParts.filter((part) => record?.[part].trim()).map((part) => [part, record?.[part]])),
  }
}
