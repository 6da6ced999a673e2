import type { RecordOf } from '../grammar/content-kind.ts'
import { type Span, spansFrom, WORKING_TIME } from '../grammar/opening-hours.ts'
import { TIME_ZONE } from '../grammar/time-zone.ts'
import type { footerAddress } from './kinds/footer-address.ts'

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
  timeZone: string
  /** Until the owner has said which one, visitors are told none. */
  isTimeZoneGiven: boolean
  /** The first address in parts, as far as the owner gave them. */
  postal: Readonly<Partial<Record<PostalPart, string>>>
  /** Where the first address is, in degrees. */
  coordinates?: Coordinates
  areasServed: readonly string[]
}

export type Coordinates = { latitude: number; longitude: number }

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
    hours: spansFrom(record?.openingHours.trim() || WORKING_TIME),
    timeZone: record?.timeZone || TIME_ZONE,
    isTimeZoneGiven: Boolean(record?.timeZone),
    postal: Object.fromEntries(postalParts.filter((part) => record?.[part].trim()).map((part) => [part, record?.[part]])),
    ...coordinatesIn(record?.coordinates ?? ''),
    areasServed: given(...(record?.areaServed ?? '').split(',').map((area) => area.trim())),
  }
}

/** Latitude and longitude in degrees; nothing where the text is no place on earth. */
function coordinatesIn(text: string): Pick<Business, 'coordinates'> {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length !== 2 || !parts.every((part) => /^-?\d{1,3}(?:\.\d{1,15})?$/.test(part))) return {}
  const [latitude = 0, longitude = 0] = parts.map(Number)
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { coordinates: { latitude, longitude } } : {}
}
