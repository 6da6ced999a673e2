import * as z from 'zod/mini'
import { formatDecimalAmount, formatDollars } from '../core/money.ts'

/** How far the parts of an order are. Canceled parts don't count. */
export const workProgressSchema = z.object({
  delivered: z.number(),
  total: z.number(),
  /** Parts that are open, or that the next order delivers. */
  continuing: z.number(),
  /** The shares of parts that are refunded or on their way back. US dollars with two decimals. */
  refunded: z.string(),
})
export type WorkProgress = z.output<typeof workProgressSchema>

/** What became of the parts of an order, by title. `missed`: it wasn't delivered, and nothing was decided. */
export type WorkSummary = {
  delivered: string[]
  continuing: string[]
  missed: string[]
  refunded: { title: string; cents: number }[]
}

export function countWorkProgress({ delivered, continuing, missed, refunded }: WorkSummary): WorkProgress {
  return {
    delivered: delivered.length,
    total: delivered.length + continuing.length + missed.length + refunded.length,
    continuing: continuing.length,
    refunded: formatDecimalAmount(refunded.reduce((sum, { cents }) => sum + cents, 0)),
  }
}

/**
 * Says what was delivered and what was refunded, and after the month also what continues, such as `5 of 7 delivered,
 * 1 continues, $142.71 refunded`.
 */
export function describeWorkProgress({ delivered, total, continuing, refunded }: WorkProgress, isMonthOver: boolean): string {
  return [
    `${delivered} of ${total} delivered`,
    isMonthOver && continuing > 0 && `${continuing} ${continuing === 1 ? 'continues' : 'continue'}`,
    Number(refunded) > 0 && `${formatDollars(refunded)} refunded`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns whether every part was delivered. Without parts, nothing shows that. */
export function isAllDelivered(progress: WorkProgress | undefined): boolean {
  return progress !== undefined && progress.total > 0 && progress.delivered === progress.total
}
