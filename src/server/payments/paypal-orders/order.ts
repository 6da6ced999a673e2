import * as z from 'zod/mini'
import { centsIn } from '../../../contract/money.ts'
import type { FactKind } from '../../../contract/payment-states.ts'
import { UnreadableNotice } from '../gateway.ts'
import type { Fact } from '../ledger/fact.ts'

const money = z.object({ currency_code: z.string(), value: z.string() })
const links = z._default(z.array(z.object({ rel: z.string(), href: z.string() })), [])

/** A capture or a refund (Payments v2). */
export const payment = z.object({
  id: z.string(),
  status: z.optional(z.string()),
  amount: money,
  custom_id: z.optional(z.string()),
  create_time: z.optional(z.string()),
  seller_receivable_breakdown: z.optional(z.object({ paypal_fee: z.optional(money) })),
  supplementary_data: z.optional(z.object({ related_ids: z.optional(z.object({ order_id: z.optional(z.string()) })) })),
  links,
})
export type Payment = z.infer<typeof payment>

const unit = z.object({
  custom_id: z.optional(z.string()),
  invoice_id: z.optional(z.string()),
  amount: z.optional(money),
  payee: z.optional(z.object({ email_address: z.optional(z.string()) })),
  payments: z.optional(z.object({ captures: z._default(z.array(payment), []), refunds: z._default(z.array(payment), []) })),
})

/** An order as PayPal shows it (Orders v2, "Show order details"). */
export const payPalOrder = z.object({
  id: z.string(),
  status: z.string(),
  update_time: z.optional(z.string()),
  purchase_units: z._default(z.array(unit), []),
  links,
})
export type PayPalOrder = z.infer<typeof payPalOrder>

/** What the states of a capture tell; what went back of it is told by refunds. */
const CAPTURES: Readonly<Record<string, FactKind>> = {
  COMPLETED: 'settled',
  PARTIALLY_REFUNDED: 'settled',
  REFUNDED: 'settled',
  PENDING: 'pending',
  DECLINED: 'failed',
  FAILED: 'failed',
}

/** Whose a payment is, and who was paid. */
type Base = Pick<Fact, 'attemptId' | 'payees' | 'live'>

/** What a capture tells; nothing while it is none yet. */
export function captureFacts(one: Payment, base: Base): Fact[] {
  const kind = CAPTURES[one.status ?? '']
  const fee = centsIn(one.seller_receivable_breakdown?.paypal_fee?.value ?? '')
  return kind ? [{ ...base, kind, ...amountIn(one), ...(fee !== undefined && { feeCents: fee }) }] : []
}

/** What the status of a refund tells: a pending one is none yet, and one that failed or was canceled is none. */
export function refundKind(status: string | undefined): 'refunded' | 'refundPending' | undefined {
  if (status === 'COMPLETED') return 'refunded'
  return status === 'PENDING' ? 'refundPending' : undefined
}

/** All that an order tells: its captures, and the refunds that are through or on their way. */
export function factsIn({ purchase_units: units }: PayPalOrder, live: boolean): Fact[] {
  return units.flatMap(({ custom_id: attemptId, payee, payments }) => {
    const base = { ...(attemptId && { attemptId }), payees: payee?.email_address ? [payee.email_address] : [], live }
    const captures = payments?.captures ?? []
    const told = captures.flatMap((one) => captureFacts(one, base))
    const back = (payments?.refunds ?? [])
      .filter(({ status }) => refundKind(status) !== undefined)
      .map((one) => ({
        ...base,
        kind: refundKind(one.status) ?? 'refundPending',
        ...amountIn(one),
        parentTransactionId: captureOf(one) ?? captures[0]?.id ?? one.id,
      }))
    return [...told, ...back]
  })
}

/** That the customer's means of payment was refused: no capture was made that could tell. */
export function declined({ id, purchase_units: [first] }: PayPalOrder, live: boolean): Fact[] {
  if (!first?.amount) return []
  const { custom_id: attemptId, payee, amount } = first
  const payees = payee?.email_address ? [payee.email_address] : []
  return [{ kind: 'failed', ...(attemptId && { attemptId }), payees, live, ...amountIn({ id, amount }) }]
}

/** Its name, how much and when. Throws an `UnreadableNotice`. */
export function amountIn({ id, amount, create_time: time }: Pick<Payment, 'id' | 'amount' | 'create_time'>) {
  const cents = centsIn(amount.value)
  if (cents === undefined) throw new UnreadableNotice(`The amount of ${id} is "${amount.value}", which is none.`)
  const at = Date.parse(time ?? '')
  return { transactionId: id, cents, currency: amount.currency_code, at: Number.isNaN(at) ? Date.now() : at }
}

/** The capture that a refund, or a reversal, is of. */
export function captureOf({ links }: Pick<Payment, 'links'>): string | undefined {
  return idAbove(links, 'captures')
}

/** The order that a capture belongs to. */
export function orderOf({ supplementary_data: more, links }: Pick<Payment, 'supplementary_data' | 'links'>): string | undefined {
  return more?.related_ids?.order_id ?? idAbove(links, 'orders')
}

function idAbove(all: Payment['links'], kind: string): string | undefined {
  const { pathname = '' } = URL.parse(all.find(({ rel }) => rel === 'up')?.href ?? '') ?? {}
  const [id, parent] = pathname.split('/').toReversed()
  return parent === kind ? id : undefined
}
