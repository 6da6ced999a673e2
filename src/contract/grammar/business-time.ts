/**
 * Every date and time that people read is formatted here and in `business-days.ts`, in the business's time zone: on the
 * server, in emails, in files and on screens. Moments are epoch ms.
 */

/** `Dec 24, 2026, 6:00 PM`. */
export function formatMoment(timeZone: string, at: number): string {
  return formatAt({ timeZone, dateStyle: 'medium', timeStyle: 'short' }, at)
}

/** For readers elsewhere: `Dec 24, 2026, 6:00 PM EST`. */
export function formatMomentWithZone(timeZone: string, at: number): string {
  return `${formatMoment(timeZone, at)} ${zoneName(timeZone, 'short', at)}`
}

/** With the zone's full name, which tells an hour that clocks show twice apart: `Dec 24, 2026, 6:00 PM Eastern Standard Time`. */
export function formatMomentWithFullZone(timeZone: string, at: number): string {
  return `${formatMoment(timeZone, at)} ${zoneName(timeZone, 'long', at)}`
}

/** `Thursday, December 24, 2026`. */
export function formatLongDay(timeZone: string, at: number): string {
  return formatAt({ timeZone, dateStyle: 'full' }, at)
}

/** With seconds: `6:00:00 PM`. */
export function formatTime(timeZone: string, at: number): string {
  return formatAt({ timeZone, timeStyle: 'medium' }, at)
}

/** Returns the everyday name of a time zone, the same in every season: `Eastern Time`. */
export function timeZoneLabel(timeZone: string): string {
  return zoneName(timeZone, 'longGeneric')
}

/** Returns the zone's name at `at`: `EST`, or `Eastern Standard Time`. */
function zoneName(timeZone: string, timeZoneName: 'short' | 'long' | 'longGeneric', at = Date.now()): string {
  const parts = formatter({ timeZone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Newer programs put a narrow space before AM and PM: server and browser must write the same. */
function formatAt(options: Intl.DateTimeFormatOptions, at: number): string {
  return formatter(options).format(at).replace('\u202f', ' ')
}

/** A formatter costs far more to make than to use. A site has one time zone, so there are few. */
const formatters = new Map<string, Intl.DateTimeFormat>()

export function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = Object.values(options).join()
  const known = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  formatters.set(key, known)
  return known
}
