import * as z from 'zod/mini'
import { formatDecimalAmount, formatDollars } from '../core/money.ts'

/** How far the parts of an order are. Canceled parts don't count. */
export const workProgressSchema = z.object({
  delivered: z.number(),
  total: z.number(),
  /** Parts that are open, or that the next order delivers. */
  continuing: z.number(),
  /** The shares of parts that went back, and those on their way back. US dollars with two decimals. */
  refunded: z.string(),
  refunding: z.string(),
})
export type WorkProgress = z.output<typeof workProgressSchema>

type PartWithShare = { title: string; cents: number }

/**
 * What became of the parts of an order, by title. `missed`: it wasn't delivered, and nothing was decided. `refunding`: its
 * refund isn't confirmed.
 */
export type WorkSummary = {
  delivered: string[]
  continuing: string[]
  missed: string[]
  refunded: PartWithShare[]
  refunding: PartWithShare[]
}

export function createEmptyWorkSummary(): WorkSummary {
  return { delivered: [], continuing: [], missed: [], refunded: [], refunding: [] }
}

export function countWorkProgress({ delivered, continuing, missed, refunded, refunding }: WorkSummary): WorkProgress {
  return {
    delivered: delivered.length,
    total: delivered.length + continuing.length + missed.length + refunded.length + refunding.length,
    continuing: continuing.length,
    refunded: addShares(refunded),
    refunding: addShares(refunding),
  }
}

function addShares(parts: readonly PartWithShare[]): string {
  return formatDecimalAmount(parts.reduce((sum, { cents }) => sum + cents, 0))
}

/**
 * Says what was delivered and what was refunded, and after the month also what continues, such as `5 of 7 delivered,
 * 1 continues, $142.71 refunded`. A refund is on its way until it is confirmed.
 */
export function describeWorkProgress(
  { delivered, total, continuing, refunded, refunding }: WorkProgress,
  isMonthOver: boolean,
): string {
  return [
    `${delivered} of ${total} delivered`,
    isMonthOver && continuing > 0 && `${continuing} ${continuing === 1 ? 'continues' : 'continue'}`,
    Number(refunded) > 0 && `${formatDollars(refunded)} refunded`,
    Number(refunding) > 0 && `${formatDollars(refunding)} refund on its way`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns whether every part was delivered. Without parts, nothing shows that. */
export function isAllDelivered(progress: WorkProgress | undefined): boolean {
  return progress !== undefined && progress.total > 0 && progress.delivered === progress.total
}
