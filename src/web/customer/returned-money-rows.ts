import { formatDecimalAmount, formatDollars, parseCents } from '#contract/core/money.ts'
import type { CustomerPaymentState } from '#contract/sales/customer-payment.ts'

/** Returns the rows about money that went back. A reversal by the provider isn't a refund. */
export function listReturnedMoneyRows({ receipt }: CustomerPaymentState): [label: string, amount: string][] {
  if (!receipt || Number(receipt.refunded) <= 0) return []
  const reversedCents = parseCents(receipt.reversed) ?? 0
  const refundedCents = (parseCents(receipt.refunded) ?? 0) - reversedCents
  const rows = [
    ['Refunded', refundedCents],
    ['Reversed', reversedCents],
  ] as const
  return [
    ...rows.flatMap(([label, cents]): [string, string][] =>
      cents > 0 ? [[label, formatDollars(formatDecimalAmount(cents))]] : [],
    ),
    ['Net', formatDollars(receipt.net)],
  ]
}
