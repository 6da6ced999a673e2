import type { Page, Paging } from '../../../contract/paging.ts'
import type { PaymentEvidence, PaymentFlagRecord } from '../../../contract/payment-evidence.ts'
import type { FlagAction } from '../../../contract/payment-states.ts'
import type { StoryStep } from '../../../contract/payments.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Database } from '../../db/db.ts'
import type { Reader } from '../../db/tables.ts'
import type { Orders, StoredOrder } from '../../orders/orders.ts'
import { attach } from '../flags/attach.ts'
import { flagToWire } from '../flags/flags.ts'
import { closeFlag, findFlag, flagsOf, listFlags } from '../flags/store.ts'
import type { PaymentGateway } from '../gateway.ts'
import { noticesOf } from '../notices/store.ts'
import { attemptsOf, factsOf, intentsOf, type StoredAttempt } from '../store.ts'
import { type Telling, tellOfPayment } from '../tell.ts'
import type { Kept } from './history.ts'
import { evidenceOf, storyOf } from './wire.ts'

type Parts = Telling & {
  database: Database
  orders: Orders
  gateway: PaymentGateway
  /** Whose account is to be paid. */
  payee: (db: Reader) => Promise<string | undefined>
  /** Whether its provider can say how an attempt stands. */
  isAskable: (attempt: StoredAttempt) => boolean
}

type Person = { email: string; isAdmin: boolean }

/** What is known of the payments of an order, and what somebody has to decide about it. */
export function createEvidence(parts: Parts) {
  const { database, mail, orders, invoices, gateway, payee, isAskable } = parts
  const { read, write } = database
  return { story, evidence, flags, endFlag }

  /** As the customer is told of it. */
  async function story(orderId: string, person: Person): Promise<StoryStep[]> {
    return storyOf(await kept(await orders.ofPerson(orderId, person)))
  }

  async function evidence(orderId: string, person: Person): Promise<PaymentEvidence> {
    const order = await orders.ofPerson(orderId, person)
    const [all, raised, invoice] = await Promise.all([kept(order), flagsOf(read, orderId), invoices.ofOrder(orderId)])
    return {
      ...evidenceOf(all),
      flags: await Promise.all(raised.map((flag) => flagToWire(read, flag, order))),
      isRehearsal: gateway.isRehearsal,
      canAsk: all.attempts.some(isAskable),
      invoiceNumber: invoice?.number ?? null,
    }
  }

  async function kept(order: StoredOrder): Promise<Kept> {
    const { id } = order
    const [events, attempts, intents, notices, facts] = await Promise.all([
      orders.eventsOf(id),
      attemptsOf(read, id),
      intentsOf(read, id),
      noticesOf(read, id),
      factsOf(read, id),
    ])
    return { order, events, attempts, intents, notices, facts }
  }

  async function flags(isOpen: boolean, page: Paging): Promise<Page<PaymentFlagRecord>> {
    const { records, total } = await listFlags(read, isOpen, page)
    const toWire = async (flag: (typeof records)[number]) => flagToWire(read, flag, await orders.find(flag.order_id))
    return { records: await Promise.all(records.map(toWire)), total }
  }

  /** Closes a flag with a word of why; `attached` gives an orphaned payment to an order. Throws a 404, 409 or 422. */
  async function endFlag(
    id: string,
    { action, note, orderNumber }: { action: FlagAction; note: string; orderNumber?: number | undefined },
    actor: string,
  ): Promise<PaymentFlagRecord> {
    const closed = await write(async (tx) => {
      const flag = await findFlag(tx, id)
      if (!flag) throw new Refusal(404, 'There is no such flag.')
      if (!(await closeFlag(tx, id, { by: actor, action, note }))) throw new Refusal(409, 'Somebody closed this already.')
      if (action === 'attached') {
        const given = { gateway, payee: (await payee(tx)) ?? '', currency: 'USD' }
        await tellOfPayment(tx, parts, await attach(tx, orders, flag, orderNumber, given), gateway.isLive)
      }
      await recordAudit(tx, { actor, action: `payment-flag.${action}`, subject: flag.subject, detail: { kind: flag.kind, note } })
      return { ...flag, closed_at: Date.now(), closed_by: actor, action, note }
    })
    mail.wake()
    return flagToWire(read, closed, await orders.find(closed.order_id))
  }
}
