import * as z from 'zod/mini'
import { type PresenceOptions, textSchema } from './text-schemas.ts'

/** Where nobody has said another: that of most American businesses. */
export const DEFAULT_TIME_ZONE = 'America/New_York'

/** The name of a time zone, such as `Europe/London`; spaces are taken for the underscores in it. */
export function timeZoneSchema(label: string, presence: PresenceOptions = {}): z.ZodMiniType<string> {
  return textSchema(label, presence).check(
    z.overwrite((value) => value.trim().replaceAll(' ', '_')),
    z.refine(
      (value) => value === '' || isTimeZone(value),
      `${label} must be the name of a time zone, such as America/New_York or Europe/London.`,
    ),
  )
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
