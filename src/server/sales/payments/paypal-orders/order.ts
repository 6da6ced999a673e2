import * as z from 'zod/mini'
import { centsIn } from '../../../../contract/grammar/money.ts'
import type { FactKind } from '../../../../contract/sales/payment-states.ts'
import { type Approval, type AskableAttempt, UnreadableNotice } from '../gateway.ts'
import type { Fact } from '../ledger/fact.ts'
import { payPalTime } from '../paypal.ts'

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
  payee: z.optional(z.object({ email_address: z.optional(z.string()), merchant_id: z.optional(z.string()) })),
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
type Base = Pick<Fact, 'attemptId' | 'payees' | 'live' | 'reference'>

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
export function factsIn({ id: reference, purchase_units: units }: PayPalOrder, live: boolean): Fact[] {
  return units.flatMap((unit) => {
    const { custom_id: attemptId, payments } = unit
    const base = { ...(attemptId && { attemptId }), payees: payeesOf(unit), live, reference }
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

/** Every name that PayPal gives the account that is paid: its primary address, or its merchant id alone. */
export function payeesOf({ payee }: PayPalOrder['purchase_units'][number]): string[] {
  return [payee?.email_address, payee?.merchant_id].filter((name) => name !== undefined)
}

/** Amounts that the customer approved and that are not captured yet. */
export function approvalIn({ id, status, update_time, purchase_units: units }: PayPalOrder): Approval | undefined {
  const [first, ...more] = units
  if (status !== 'APPROVED' || !first?.amount || more.length > 0) return undefined
  const { cents, currency } = amountIn({ id, amount: first.amount })
  return { reference: id, id: update_time ?? '', cents, currency, payees: payeesOf(first) }
}

/** That a payment was refused before any capture was made that could tell. */
export function refusedFact(attempt: AskableAttempt, { cents, currency, payees }: Approval): Fact {
  const { id: attemptId, reference, live } = attempt
  return { kind: 'failed', transactionId: reference, attemptId, cents, currency, payees, live, reference, at: Date.now() }
}

/** Its name, how much and when. Throws an `UnreadableNotice`. */
export function amountIn({ id, amount, create_time: time }: Pick<Payment, 'id' | 'amount' | 'create_time'>) {
  const cents = centsIn(amount.value)
  if (cents === undefined) throw new UnreadableNotice(`The amount of ${id} is "${amount.value}", which is none.`)
  return { transactionId: id, cents, currency: amount.currency_code, at: payPalTime(time) ?? Date.now() }
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
