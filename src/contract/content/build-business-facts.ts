import type { ContentRecord } from '../core/content-kind.ts'
import { DEFAULT_OPENING_HOURS, type OpeningHoursSpan, parseOpeningHours } from '../core/opening-hours.ts'
import { DEFAULT_TIME_ZONE } from '../core/time-zone.ts'
import type { businessInfo } from './kinds/business-info.ts'

/** The name of the site until the owner enters one. */
export const DEFAULT_BUSINESS_NAME = 'Rankstead'

/** Name, address, phone and hours, as pages, structured data and emails show them. */
export type BusinessFacts = {
  name: string
  /** The registered name, if the owner gave one. Invoices, terms and structured data have it. */
  legalName?: string
  /** The first is the main address. The list has no duplicates. */
  addresses: readonly string[]
  phones: readonly string[]
  email?: string
  /** Whether the email is a sample, which no one reads. */
  isEmailSample?: true
  hours: readonly OpeningHoursSpan[]
  timeZone: string
  /** In how many business days the team answers a client. */
  answerDays: number
  /** False until the owner enters a time zone. Visitors then see none. */
  isTimeZoneGiven: boolean
  /** The parts of the first address that the owner has entered. */
  postalAddress: Readonly<Partial<Record<PostalPart, string>>>
  /** The location of the first address, in degrees. */
  coordinates?: Coordinates
  areasServed: readonly string[]
  /** The URL of the logo that visitors see. Only the server's own images, documents and emails read it. */
  logo?: string
}

type Coordinates = { latitude: number; longitude: number }

const postalParts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'] as const
type PostalPart = (typeof postalParts)[number]

/** Reads the one record. Defaults to the brand's name and the working time of P-33. */
export function buildBusinessFacts(record?: ContentRecord<typeof businessInfo>): BusinessFacts {
  const listDistinctValues = (...values: (string | undefined)[]) =>
    [...new Set(values.filter((value) => value?.trim()))] as string[]
  return {
    name: record?.businessName.trim() || DEFAULT_BUSINESS_NAME,
    ...(record?.legalName.trim() && { legalName: record.legalName.trim() }),
    addresses: listDistinctValues(record?.banLocation, record?.ukLocation),
    phones: listDistinctValues(record?.banPhone, record?.ukPhone),
    ...(record?.footerEmail && { email: record.footerEmail }),
    ...(record?._sample && (record._sampleFields?.includes('footerEmail') ?? true) && { isEmailSample: true }),
    hours: parseOpeningHours(record?.openingHours.trim() || DEFAULT_OPENING_HOURS),
    timeZone: record?.timeZone || DEFAULT_TIME_ZONE,
    answerDays: Number(record?.answerDays) || 1,
    isTimeZoneGiven: Boolean(record?.timeZone),
    postalAddress: Object.fromEntries(postalParts.filter((part) => record?.[part].trim()).map((part) => [part, record?.[part]])),
    ...parseCoordinates(record?.coordinates ?? ''),
    areasServed: listDistinctValues(...(record?.areaServed ?? '').split(',').map((area) => area.trim())),
  }
}

/** Parses latitude and longitude in degrees. Returns nothing if the text is invalid. */
function parseCoordinates(text: string): Pick<BusinessFacts, 'coordinates'> {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length !== 2 || !parts.every((part) => /^-?\d{1,3}(?:\.\d{1,15})?$/.test(part))) return {}
  const [latitude = 0, longitude = 0] = parts.map(Number)
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { coordinates: { latitude, longitude } } : {}
}
