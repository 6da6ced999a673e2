import * as z from 'zod/mini'
import { type OptionalTextOption, textSchema } from './text-schemas.ts'

/** The default time zone, which most American businesses use. */
export const DEFAULT_TIME_ZONE = 'America/New_York'

/** Checks a time zone name such as `Europe/London`. Turns spaces into underscores. */
export function timeZoneSchema(label: string, presence: OptionalTextOption = {}): z.ZodMiniType<string> {
  return textSchema(label, presence).check(
    z.overwrite((value) => value.trim().replaceAll(' ', '_')),
    z.refine(
      (value) => value === '' || isTimeZone(value),
      `${label} must be the name of a time zone, such as America/New_York or Europe/London.`,
    ),
  )
}

/** Refuses offsets such as `+02:00`, because they ignore daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
