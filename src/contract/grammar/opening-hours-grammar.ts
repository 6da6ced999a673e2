import * as z from 'zod/mini'
import { ALL_DAY, type Day, type DayHours, days, type Shift, type Week } from './opening-hours.ts'
import { shiftOf } from './opening-hours-times.ts'
import { type Token, wordsOf } from './opening-hours-words.ts'
import { type Presence, plainText } from './text.ts'

/** A week, or the sentence that says what in the text is not understood. */
export type Reading = { week: Week; problem?: undefined } | { week?: undefined; problem: string }

/** In characters; a row for each day with a break has half of it. */
const MAX_LENGTH = 500

/** How much of a text is quoted to say what is wrong with it, in characters. */
const MAX_QUOTED = 40

/** What somebody may type where we did not understand them. */
const EXAMPLE = 'Mon-Fri 9am-12pm and 1pm-5pm, Saturday by appointment, Sunday closed'

/** A check that takes what `readWeek` understands. The text stays as it was typed (docs/decisions/0043). */
export function openingHours(label: string, presence: Presence = {}): z.ZodMiniType<string> {
  return plainText(label, presence).check(
    z.superRefine((text: string, context) => {
      const problem = text.trim() === '' ? undefined : readWeek(text).problem
      if (problem === undefined) return
      context.issues.push({
        code: 'custom',
        input: text,
        message: `${label}: ${problem} Write days and times such as: ${EXAMPLE}`,
      })
    }),
  )
}

/**
 * Reads opening hours as businesses write them:
 *
 *     text  = group { group }
 *     group = days hours | hours days | hours          alone: every day; at the end: the days not said yet
 *     days  = day [ "-" day ] { "," day [ "-" day ] }
 *     hours = "closed" | "by appointment" | "24 hours" | shift { "," shift } { "closed" shift }
 *     shift = time "-" time
 */
export function readWeek(text: string): Reading {
  if (text.length > MAX_LENGTH) return { problem: 'It is longer than the hours of a week can be.' }
  try {
    return { week: weekOf(readGroups(wordsOf(text))) }
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message }
    throw error
  }
}

class Unreadable extends Error {}

/** Days count from Monday, 0. */
type Group = { days: readonly number[]; hours: DayHours; said: string }

/** Which tokens are still to be read. */
type Reader = { tokens: readonly Token[]; at: number }

function readGroups(tokens: readonly Token[]): Group[] {
  for (const { kind, text } of tokens) {
    if (kind === 'unknown') throw new Unreadable(`${quoted(text)} is not understood.`)
  }
  const reader: Reader = { tokens, at: 0 }
  const groups: Group[] = []
  for (;;) {
    skip(reader, ',', ';', '-')
    if (!next(reader)) return groups
    groups.push(readGroup(reader))
  }
}

function readGroup(reader: Reader): Group {
  const start = reader.at
  const areDaysFirst = next(reader)?.kind === 'days'
  const first = areDaysFirst ? readDays(reader) : []
  if (areDaysFirst) skip(reader, ',', ';', '-')
  if (areDaysFirst && !isHours(next(reader))) throw new Unreadable(`${quoted(since(reader, start))} is without times.`)
  const hours = readHours(reader)
  if (areDaysFirst) return { days: first, hours, said: since(reader, start) }
  const end = reader.at
  skip(reader, ',', '-')
  const isNamed = next(reader)?.kind === 'days'
  if (!isNamed) reader.at = end
  return { days: isNamed ? readDays(reader, true) : [], hours, said: since(reader, start) }
}

/** `areBehind`: the hours stood before them, so the last ones belong to the hours that follow, if any do. */
function readDays(reader: Reader, areBehind = false): number[] {
  const all: number[] = []
  for (;;) {
    const before = reader.at
    const some = readDayRange(reader)
    const after = reader.at
    skip(reader, '-')
    const belongsToNext = areBehind && all.length > 0 && isHours(next(reader))
    reader.at = belongsToNext ? before : after
    if (belongsToNext) return all
    all.push(...some)
    if (next(reader)?.kind !== ',' || next(reader, 1)?.kind !== 'days') return all
    reader.at += 1
  }
}

/** A week may begin on any day: `Sun-Thu`. */
function readDayRange(reader: Reader): number[] {
  const from = daysHere(reader)
  if (next(reader)?.kind !== '-' || next(reader, 1)?.kind !== 'days') return [...from]
  reader.at += 1
  const to = daysHere(reader)
  const [first, last] = [from[0], to[0]]
  if (first === undefined || last === undefined || from.length > 1 || to.length > 1)
    throw new Unreadable('A range needs two days.')
  const length = ((last - first + days.length) % days.length) + 1
  return Array.from({ length }, (_, index) => (first + index) % days.length)
}

function daysHere(reader: Reader): readonly number[] {
  const token = next(reader)
  reader.at += 1
  return token?.kind === 'days' ? token.days : []
}

function readHours(reader: Reader): DayHours {
  const token = next(reader)
  if (token?.kind === 'time') {
    const shifts = readShifts(reader)
    if (next(reader)?.kind === 'byAppointment') throw new Unreadable('The same days have times and are by appointment.')
    return shifts
  }
  reader.at += 1
  if (token?.kind === 'allDay') return [ALL_DAY]
  if (token?.kind === 'closed') skip(reader, 'closed')
  if (token?.kind === 'byAppointment' || token?.kind === 'closed') return token.kind
  throw new Unreadable(`${quoted(token?.text)} is not understood where it stands.`)
}

function readShifts(reader: Reader): Shift[] {
  const shifts = [readShift(reader)]
  while (next(reader)?.kind === ',' && next(reader, 1)?.kind === 'time') {
    reader.at += 1
    shifts.push(readShift(reader))
  }
  return readBreaks(reader, shifts)
}

/** `9-5 (closed 12-1)` are two shifts. */
function readBreaks(reader: Reader, shifts: Shift[]): Shift[] {
  const end = reader.at
  skip(reader, ',', ';', '-')
  if (next(reader)?.kind === 'closed') {
    skip(reader, 'closed')
    if (next(reader)?.kind === 'time') {
      const pause = readShift(reader)
      return readBreaks(
        reader,
        shifts.flatMap((shift) => without(shift, pause)),
      )
    }
  }
  reader.at = end
  return shifts
}

function without(shift: Shift, pause: Shift): Shift[] {
  if (pause.opens <= shift.opens || pause.closes >= shift.closes) return [shift]
  return [
    { opens: shift.opens, closes: pause.opens },
    { opens: pause.closes, closes: shift.closes },
  ]
}

function readShift(reader: Reader): Shift {
  const start = reader.at
  const from = next(reader)
  const to = next(reader, 2)
  if (from?.kind !== 'time' || next(reader, 1)?.kind !== '-' || to?.kind !== 'time') {
    throw new Unreadable(`${quoted(from?.text)} is without a time until which it is open.`)
  }
  reader.at += 3
  const shift = shiftOf(from.time, to.time)
  if (!shift)
    throw new Unreadable(`${quoted(since(reader, start))} is no time from which and a later one until which it is open.`)
  return shift
}

function weekOf(groups: readonly Group[]): Week {
  if (groups.length === 0) throw new Unreadable('There are no days and times in it.')
  const week: Partial<Record<Day, DayHours>> = {}
  for (const group of groups) refuseOverlap(group)
  for (const { days: named, hours } of groups.filter((group) => group.days.length > 0)) {
    for (const index of named) put(week, index, hours)
  }
  const unnamed = groups.filter((group) => group.days.length === 0)
  for (const { hours, said } of unnamed) {
    const isRest = typeof hours === 'string' && groups.length > 1
    if (unnamed.length > 1 || !(isRest || groups.length === 1)) throw new Unreadable(`${quoted(said)} is without days.`)
    for (const [index, day] of days.entries()) week[day] ?? put(week, index, hours)
  }
  return week
}

function put(week: Partial<Record<Day, DayHours>>, index: number, hours: DayHours): void {
  const day = days[index] as Day
  if (week[day] !== undefined) throw new Unreadable(`${day} is there twice.`)
  week[day] = hours
}

function refuseOverlap({ hours, said }: Group): void {
  if (typeof hours === 'string') return
  const isInOrder = hours.every(({ opens }, index) => index === 0 || (hours[index - 1]?.closes ?? '') <= opens)
  if (!isInOrder) throw new Unreadable(`${quoted(said)} holds times that overlap.`)
}

function isHours(token: Token | undefined): boolean {
  return token !== undefined && ['time', 'closed', 'byAppointment', 'allDay'].includes(token.kind)
}

function next({ tokens, at }: Reader, ahead = 0): Token | undefined {
  return tokens[at + ahead]
}

function skip(reader: Reader, ...kinds: Token['kind'][]): void {
  for (let token = next(reader); token && kinds.includes(token.kind); token = next(reader)) reader.at += 1
}

/** What was read since then, as it was written. */
function since({ tokens, at }: Reader, start: number): string {
  return tokens
    .slice(start, at)
    .map(({ text }) => text)
    .join(' ')
}

function quoted(text = ''): string {
  return `“${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}”`
}
