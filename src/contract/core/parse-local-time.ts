/** The value of an `<input type="datetime-local">`. */
const LOCAL_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/

/**
 * Returns the instant (epoch ms) at which clocks of a zone show a date and time. Of two equal hours it is the first. A
 * skipped hour moves forward. Returns undefined for an invalid date or time zone.
 */
export function parseLocalTime(local: string, zone: string): number | undefined {
  if (!LOCAL_DATE_TIME.test(local)) return undefined
  const wallClock = Date.parse(`${local}Z`)
  const format = getClockFormat(zone)
  if (Number.isNaN(wallClock) || !format) return undefined
  const getOffsetAt = (at: number) => readClock(format, at) - at
  // The instant is within a day of the wall clock read as UTC, so these two offsets include the right one.
  const candidates = [getOffsetAt(wallClock - DAY), getOffsetAt(wallClock + DAY)].map((offset) => wallClock - offset)
  return candidates.find((at) => readClock(format, at) === wallClock) ?? candidates[0]
}

const DAY = 24 * 60 * 60_000

function getClockFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const digits = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const
    return new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...digits })
  } catch {
    return undefined
  }
}

/** Reads the clock as if it were UTC, in epoch ms. */
function readClock(format: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}
