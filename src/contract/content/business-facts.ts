import type { ContentRecord } from '../core/content-kind.ts'
import { DEFAULT_OPENING_HOURS, type OpeningHoursSpan, parseOpeningHours } from '../core/opening-hours.ts'
import { DEFAULT_TIME_ZONE } from '../core/time-zone.ts'
import type { footerAddress } from './kinds/footer-address.ts'

/** The name of a site whose owner has not given another. */
export const DEFAULT_BUSINESS_NAME = 'Rankstead'

/** Name, address, phone and hours as header, footer, contact page, structured data and mail show them. */
export type Business = {
  name: string
  /** The first is the one to go by; nothing is said twice. */
  addresses: readonly string[]
  phones: readonly string[]
  email?: string
  hours: readonly OpeningHoursSpan[]
  timeZone: string
  /** Until the owner has said which one, visitors are told none. */
  isTimeZoneGiven: boolean
  /** The first address in parts, as far as the owner gave them. */
  postalAddress: Readonly<Partial<Record<PostalPart, string>>>
  /** Where the first address is, in degrees. */
  coordinates?: Coordinates
  areasServed: readonly string[]
}

export type Coordinates = { latitude: number; longitude: number }

const postalParts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'] as const
type PostalPart = (typeof postalParts)[number]

/** Reads the one record; what it lacks falls back to the brand's name and the working time of P-33. */
export function toBusiness(record?: ContentRecord<typeof footerAddress>): Business {
  const listDistinctValues = (...values: (string | undefined)[]) =>
    [...new Set(values.filter((value) => value?.trim()))] as string[]
  return {
    name: record?.businessName.trim() || DEFAULT_BUSINESS_NAME,
    addresses: listDistinctValues(record?.banLocation, record?.ukLocation),
    phones: listDistinctValues(record?.banPhone, record?.ukPhone),
    ...(record?.footerEmail && { email: record.footerEmail }),
    hours: parseOpeningHours(record?.openingHours.trim() || DEFAULT_OPENING_HOURS),
    timeZone: record?.timeZone || DEFAULT_TIME_ZONE,
    isTimeZoneGiven: Boolean(record?.timeZone),
    postalAddress: Object.fromEntries(postalParts.filter((part) => record?.[part].trim()).map((part) => [part, record?.[part]])),
    ...parseCoordinates(record?.coordinates ?? ''),
    areasServed: listDistinctValues(...(record?.areaServed ?? '').split(',').map((area) => area.trim())),
  }
}

/** Latitude and longitude in degrees; nothing where the text is no place on earth. */
function parseCoordinates(text: string): Pick<Business, 'coordinates'> {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length !== 2 || !parts.every((part) => /^-?\d{1,3}(?:\.\d{1,15})?$/.test(part))) return {}
  const [latitude = 0, longitude = 0] = parts.map(Number)
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { coordinates: { latitude, longitude } } : {}
}
