import * as z from 'zod/mini'
import { type Presence, plainText } from './text.ts'

/** Where nobody has said another: that of most American businesses. */
export const TIME_ZONE = 'America/New_York'

/** The name of a time zone, such as `Europe/London`; spaces are taken for the underscores in it. */
export function timeZoneName(label: string, presence: Presence = {}): z.ZodMiniType<string> {
  return plainText(label, presence).check(
    z.overwrite((value) => value.trim().replaceAll(' ', '_')),
    z.refine(
      (value) => value === '' || isTimeZone(value),
      `${label} must be the name of a time zone, such as America/New_York or Europe/London.`,
    ),
  )
}

/** How people call it, whatever the season: `Eastern Time`. */
export function timeZoneInWords(timeZone: string): string {
  return zoneNamed(timeZone, 'longGeneric')
}

/** Says moments (epoch ms) as `Dec 24, 2026, 6:00 PM`, everywhere alike; without a zone by the clock of the machine. */
export function sayMoments(timeZone?: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  // Newer programs put a narrow space before the half of the day: server and browser are to say the same.
  return (at) => format.format(at).replace('\u202f', ' ')
}

/** A moment by the clocks of a zone: `Dec 24, 2026, 6:00 PM Eastern Standard Time`. An hour that comes twice is told apart. */
export function momentIn(timeZone: string, at: number): string {
  return `${sayMoments(timeZone)(at)} ${zoneNamed(timeZone, 'long', at)}`
}

function zoneNamed(timeZone: string, timeZoneName: 'long' | 'longGeneric', at?: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** An offset such as `+02:00` is none: it knows no summer. */
function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
