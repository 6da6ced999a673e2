import type { Shift } from './opening-hours.ts'

/** A time as it is written: `9`, `9:30 am`, `17`. `isFull`: by a clock of 24 hours, beyond doubt. */
export type Time = { hour: number; minute: number; half?: 'am' | 'pm'; isFull: boolean }

const NOON: Time = { hour: 12, minute: 0, half: 'pm', isFull: false }
const MIDNIGHT: Time = { hour: 12, minute: 0, half: 'am', isFull: false }
const NAMED: Readonly<Record<string, Time>> = { noon: NOON, midday: NOON, midnight: MIDNIGHT }
const HALVES: Readonly<Record<string, 'am' | 'pm'>> = { am: 'am', a: 'am', pm: 'pm', p: 'pm' }

/** In minutes. */
const HALF_DAY = 12 * 60
const DAY = 2 * HALF_DAY

/** The time that begins there, and where it ends. */
export function timeAt(atoms: readonly string[], at: number): { time: Time; end: number } | undefined {
  const [first = '', sign = '', second = ''] = atoms.slice(at, at + 3)
  if (Object.hasOwn(NAMED, first)) return { time: NAMED[first] as Time, end: at + 1 }
  if (!/^\d{1,4}$/.test(first)) return undefined
  const hasMinutes = [':', '.', 'h'].includes(sign) && /^\d\d$/.test(second)
  const isJoined = first.length > 2
  const hour = Number(isJoined ? first.slice(0, -2) : first)
  const minute = isJoined ? Number(first.slice(-2)) : hasMinutes ? Number(second) : 0
  const isHourSign = sign === 'h'
  const end = at + (hasMinutes ? 3 : isHourSign ? 2 : 1)
  const half = HALVES[atoms[end] ?? '']
  const isFull = hour > 12 || first.startsWith('0') || first.length === 4 || isHourSign
  return { time: { hour, minute, ...(half && { half }), isFull }, end: half ? end + 1 : end }
}

/**
 * From when to when, with the halves of the day that people leave out: `9-5`, `10-2pm`, `9am-5`. Undefined where
 * either is no time, or the end does not come after the beginning.
 */
export function shiftOf(from: Time, to: Time): Shift | undefined {
  if (!isTime(from) || !isTime(to)) return undefined
  const isByFullClock = from.isFull || (to.isFull && !to.half)
  // Where nobody says, work begins in the morning from six on, and from twelve to five in the afternoon.
  const guesses = from.hour >= 6 && from.hour < 12 ? [morning(from), afternoon(from)] : [afternoon(from), morning(from)]
  const begins = from.half ? [inHalf(from)] : isByFullClock ? [inMinutes(from)] : guesses
  const ends = (to.half ? [inHalf(to)] : to.isFull ? [inMinutes(to)] : [morning(to), afternoon(to)]).map((end) => end || DAY)
  for (const begin of begins) {
    const end = ends.toSorted((one, other) => one - other).find((minutes) => minutes > begin)
    if (end !== undefined) return { opens: written(begin), closes: written(end) }
  }
  return undefined
}

function isTime(time: Time): boolean {
  const { hour, minute, half } = time
  return minute < 60 && (half ? hour >= 1 && hour <= 12 : inMinutes(time) <= DAY)
}

function inMinutes({ hour, minute }: Time): number {
  return hour * 60 + minute
}

function inHalf(time: Time): number {
  return time.half === 'pm' ? afternoon(time) : morning(time)
}

function morning({ hour, minute }: Time): number {
  return (hour % 12) * 60 + minute
}

function afternoon(time: Time): number {
  return morning(time) + HALF_DAY
}

function written(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
