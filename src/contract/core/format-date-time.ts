/**
 * Formats every date and time that people read, together with `business-calendar.ts`, in the business's time zone.
 * Moments are epoch ms.
 */

/** `Dec 24, 2026, 6:00 PM`. */
export function formatDateTime(timeZone: string, at: number): string {
  return formatWithOptions({ timeZone, dateStyle: 'medium', timeStyle: 'short' }, at)
}

/** For readers in other zones: `Dec 24, 2026, 6:00 PM EST`. */
export function formatDateTimeWithZone(timeZone: string, at: number): string {
  return `${formatDateTime(timeZone, at)} ${getZoneName(timeZone, 'short', at)}`
}

/**
 * With the zone's full name: `Dec 24, 2026, 6:00 PM Eastern Standard Time`. The name distinguishes the two equal hours
 * when clocks go back.
 */
export function formatDateTimeWithFullZone(timeZone: string, at: number): string {
  return `${formatDateTime(timeZone, at)} ${getZoneName(timeZone, 'long', at)}`
}

/** `December 24, 2026`. */
export function formatDate(timeZone: string, at: number): string {
  return formatWithOptions({ timeZone, dateStyle: 'long' }, at)
}

/** `Thursday, December 24, 2026`. */
export function formatDateWithWeekday(timeZone: string, at: number): string {
  return formatWithOptions({ timeZone, dateStyle: 'full' }, at)
}

/** Formats a calendar day such as `2026-12-24`, which has no time zone: `Dec 24, 2026`. */
export function formatCalendarDay(day: string): string {
  return formatWithOptions({ timeZone: 'UTC', dateStyle: 'medium' }, Date.parse(day))
}

/** Formats two calendar days: `Dec 24 – 31, 2026`, or one if they are equal. */
export function formatCalendarDayRange(from: string, to: string): string {
  const format = getDateTimeFormat({ timeZone: 'UTC', dateStyle: 'medium' })
  return format.formatRange(Date.parse(from), Date.parse(to)).replaceAll('\u2009', ' ')
}

/** With seconds: `6:00:00 PM`. */
export function formatTimeWithSeconds(timeZone: string, at: number): string {
  return formatWithOptions({ timeZone, timeStyle: 'medium' }, at)
}

/** Returns the everyday name of a time zone, the same in every season: `Eastern Time`. */
export function getTimeZoneLabel(timeZone: string): string {
  return getZoneName(timeZone, 'longGeneric')
}

/** Returns the zone's name at `at`: `EST`, or `Eastern Standard Time`. */
function getZoneName(timeZone: string, timeZoneName: 'short' | 'long' | 'longGeneric', at = Date.now()): string {
  const parts = getDateTimeFormat({ timeZone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Replaces the narrow space that newer ICU versions put before AM and PM. Server and browser must write the same text. */
function formatWithOptions(options: Intl.DateTimeFormatOptions, at: number): string {
  return getDateTimeFormat(options).format(at).replace('\u202f', ' ')
}

/** Creating a formatter is slow. A site has one time zone, so the cache stays small. */
const formatCache = new Map<string, Intl.DateTimeFormat>()

export function getDateTimeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = Object.values(options).join()
  const cachedFormat = formatCache.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  formatCache.set(key, cachedFormat)
  return cachedFormat
}
