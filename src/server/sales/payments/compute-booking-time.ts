import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'

const DAY_MS = 86_400_000
/** An earlier time comes from a wrong clock or a broken report. PayPal began in 1998. */
export const EARLIEST_PAYMENT_DAY = '1998-01-01'

/**
 * Returns the time and the day on which a payment counts everywhere. A time that can't be right, before
 * `EARLIEST_PAYMENT_DAY` or after tomorrow, is replaced by the time of the record. Times in epoch ms.
 */
export function computeBookingTime(at: number, recordedAt: number, timeZone: string): { at: number; bookedOn: string } {
  const isPlausible = at >= Date.parse(EARLIEST_PAYMENT_DAY) && at <= computeLatestPlausibleTime(recordedAt, DAY_MS)
  const time = isPlausible ? at : recordedAt
  return { at: time, bookedOn: toBusinessDay(timeZone, time) }
}
