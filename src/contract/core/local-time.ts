/** What a field of the kind `datetime-local` holds. */
const LOCAL_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/

/**
 * The instant (epoch ms) at which the clocks of a time zone show a date and time. One that they show twice is the first
 * of both, one that they leave out as much later. Undefined for what is no date, or no time zone.
 */
export function parseLocalTime(local: string, zone: string): number | undefined {
  if (!LOCAL_DATE_TIME.test(local)) return undefined
  const wallClock = Date.parse(`${local}Z`)
  const format = getClockFormat(zone)
  if (Number.isNaN(wallClock) || !format) return undefined
  const getOffsetAt = (at: number) => readClock(format, at) - at
  // The offset is that of the instant itself, which is within a day of what the clock says.
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

/** What the clocks show, as if they were those of UTC. */
function readClock(format: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}
