import * as z from 'zod/mini'
import { type Presence, plainText } from './text.ts'

export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type Day = (typeof days)[number]

/** Days in a row with the same hours, `HH:MM` on a 24-hour clock; closed where there are none. `text` is the owner's own. */
export type Span = { days: readonly Day[]; opens?: string; closes?: string; text: string }

/** Spec section 9: what holds until the owner says otherwise. */
export const WORKING_TIME = 'Mon-Sat 9am-8pm, Sunday closed'

/** A check that takes what `readHours` can read. */
export function openingHours(label: string, presence: Presence = {}): z.ZodMiniType<string> {
  return plainText(label, presence).check(
    z.refine(
      (value) => value.trim() === '' || readHours(value) !== undefined,
      `${label} must say days and times such as: ${WORKING_TIME}`,
    ),
  )
}

/** Reads `Mon-Sat 9am-8pm, Sunday closed`: parts between commas or lines, no day twice. Undefined where it cannot be read. */
export function readHours(text: string): Span[] | undefined {
  const spans = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readSpan)
  const named = spans.flatMap((span) => span?.days ?? [])
  const isSound = spans.every((span) => span !== undefined) && spans.length > 0 && new Set(named).size === named.length
  return isSound ? (spans as Span[]) : undefined
}

function readSpan(text: string): Span | undefined {
  const [, first = '', last, hours = ''] = /^([a-z]+)(?:\s*[-\u2013]\s*([a-z]+))?:?\s+(\S.*)$/i.exec(text) ?? []
  const from = dayIndex(first)
  const to = last === undefined ? from : dayIndex(last)
  if (from < 0 || to < from) return undefined
  const covered = days.slice(from, to + 1)
  if (/^closed$/i.test(hours)) return { days: covered, text }
  const [opens, closes, ...rest] = hours.split(/[-\u2013]/).map(readTime)
  if (!opens || !closes || rest.length > 0 || opens >= closes) return undefined
  return { days: covered, opens, closes, text }
}

function dayIndex(name: string): number {
  return name.length < 3 ? -1 : days.findIndex((day) => day.toLowerCase().startsWith(name.toLowerCase()))
}

/** `9am`, `9:30 pm` or `20:00` as `HH:MM`. */
function readTime(text: string): string | undefined {
  const [, hour = '', minute = '00', half] = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/i.exec(text.trim()) ?? []
  if (hour === '' || Number(minute) > 59) return undefined
  const isTwelve = half !== undefined
  if (isTwelve ? Number(hour) < 1 || Number(hour) > 12 : Number(hour) > 23) return undefined
  const shift = half?.toLowerCase() === 'pm' ? 12 : 0
  const hours = isTwelve ? (Number(hour) % 12) + shift : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}`
}
