/**
 * Every date and time that people read is formatted here and in `business-days.ts`, in the business's time zone: on the
 * server, in emails, in files and on screens. Moments are epoch ms.
 */

/** `Dec 24, 2026, 6:00 PM`. */
export function formatDateTime(timeZone: string, at: number): string {
  return formatWithOptions({ timeZone, dateStyle: 'medium', timeStyle: 'short' }, at)
}

/** For readers elsewhere: `Dec 24, 2026, 6:00 PM EST`. */
export function formatDateTimeWithZone(timeZone: string, at: number): string {
  return `${formatDateTime(timeZone, at)} ${getZoneName(timeZone, 'short', at)}`
}

/** With the zone's full name, which tells an hour that clocks show twice apart: `Dec 24, 2026, 6:00 PM Eastern Standard Time`. */
export function formatDateTimeWithFullZone(timeZone: string, at: number): string {
  return `${formatDateTime(timeZone, at)} ${getZoneName(timeZone, 'long', at)}`
}

/** `Thursday, December 24, 2026`. */
export function formatLongDate(timeZone: string, at: number): string {
  return formatWithOptions({ timeZone, dateStyle: 'full' }, at)
}

/** With seconds: `6:00:00 PM`. */
export function formatTime(timeZone: string, at: number): string {
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

/** Newer programs put a narrow space before AM and PM: server and browser must write the same. */
function formatWithOptions(options: Intl.DateTimeFormatOptions, at: number): string {
  return getDateTimeFormat(options).format(at).replace('\u202f', ' ')
}

/** A formatter costs far more to make than to use. A site has one time zone, so there are few. */
const formatCache = new Map<string, Intl.DateTimeFormat>()

export function getDateTimeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = Object.values(options).join()
  const cachedFormat = formatCache.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  formatCache.set(key, cachedFormat)
  return cachedFormat
}
