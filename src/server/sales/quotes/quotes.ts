import { toBusinessDay } from '#contract/core/business-calendar.ts'
import type { HandlerInput } from '#contract/core/endpoint.ts'
import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { UserError } from '#contract/core/user-error.ts'
import {
  acceptQuoteEndpoint,
  addQuoteEndpoint,
  changeQuoteEndpoint,
  getQuoteEndpoint,
  listPackagePartsEndpoint,
  listQuotesEndpoint,
  type Quote,
  withdrawQuoteEndpoint,
} from '#contract/sales/quotes.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { MailService } from '../../mail/mail.ts'
import { type OrdersModule, PLACED_MESSAGE } from '../orders/orders.ts'
import { buildQuoteEmail } from './emails.ts'
import {
  eraseQuotes,
  findQuote,
  insertQuote,
  isNotAccepted,
  listQuotes,
  listQuotesOfPerson,
  moveQuotes,
  type QuoteTerms,
  updateOpenQuote,
} from './store.ts'
import type { QuoteTable, StoredQuotePart } from './tables.ts'

export { findQuotePartsOfOrder } from './store.ts'

type Dependencies = {
  database: Database
  mail: MailService
  orders: Pick<OrdersModule, 'lockCounters' | 'place' | 'require' | 'serialize'>
  timeZone: () => Promise<string>
  /** Lists what a first month of a package contains. The work of orders, which stands above, answers it. */
  listPackageParts: (db: DatabaseReader, packageName: string) => Promise<StoredQuotePart[]>
}

const NO_SUCH_QUOTE = 'There’s no such quote.'

/** Creates the module for orders that the team makes for a client. A quote is no order until the client accepts it. */
export function createQuotesModule({ database: { read, write }, mail, orders, timeZone, listPackageParts }: Dependencies) {
  const loadToday = async () => toBusinessDay(await timeZone(), Date.now())

  async function buildTerms({ customerName, packageName, validUntil, parts, ...terms }: SentTerms): Promise<QuoteTerms> {
    const templates = packageName ? await listPackageParts(read, packageName) : []
    const found = parts.map(({ title }) => templates.find((one) => one.title === title))
    // Weights of templates compare only with each other.
    const hasWeights = found.every((template) => template) && found.some((template) => (template?.weight ?? 0) > 0)
    const stored = parts.map(({ title, dueDay }, index): StoredQuotePart => {
      const { details = '', needs_approval = 0, weight = 1 } = found[index] ?? {}
      return { title, details, needs_approval, due_day: dueDay, weight: hasWeights ? weight : 1 }
    })
    const names = { customer_name: customerName, package_name: packageName, valid_until: validUntil }
    return { ...terms, ...names, parts: JSON.stringify(stored) }
  }

  const handlers = [
    defineHandler(listQuotesEndpoint, async ({ query }) => {
      const today = await loadToday()
      const { records, total } = await listQuotes(read, query)
      return { records: records.map((quote) => serializeQuote(quote, today)), total }
    }),

    defineHandler(listPackagePartsEndpoint, async ({ query: { packageName } }) =>
      (await listPackageParts(read, packageName)).map(serializePart),
    ),

    defineHandler(getQuoteEndpoint, async ({ params: { id } }, { person }) =>
      serializeQuote(await requireQuote(read, id, person.isAdmin ? undefined : person.email), await loadToday()),
    ),

    defineHandler(addQuoteEndpoint, async ({ body: { email, ...sent } }, { person, idempotency }) => {
      const [today, terms] = [await loadToday(), await buildTerms(sent)]
      assertNotPast(sent, today)
      const record = await write(async (tx) => {
        const quote = await insertQuote(tx, { ...terms, email: email.toLowerCase() })
        await mail.enqueue(tx, buildQuoteEmail(quote.email, quote))
        await recordQuoteAction(tx, person.email, 'quote.sent', quote)
        return serializeQuote(quote, today)
      }, idempotency)
      mail.wake()
      return { message: 'The quote is on its way', record }
    }),

    defineHandler(changeQuoteEndpoint, async ({ params: { id }, body: sent, expectedVersion: { version } }, { person }) => {
      const [today, terms] = [await loadToday(), await buildTerms(sent)]
      assertNotPast(sent, today)
      const record = await write(async (tx) => {
        const before = await requireQuote(tx, id)
        assertOpen(before, version)
        const names = (Object.keys(QUOTE_FIELD_LABELS) as (keyof QuoteTerms)[]).filter((name) => terms[name] !== before[name])
        if (names.length === 0) return serializeQuote(before, today)
        const changes = JSON.stringify([...parseChanges(before), { version: before.version + 1, names }])
        const quote = await updateOpenQuote(tx, before, { ...terms, changes })
        if (!quote) throw new UserError(409, 'The quote changed at the same time. Look at it again.')
        // The client must not read an earlier version in an email that is still to go out.
        await mail.deleteUnsentWithLink(tx, `/quote/${id}`)
        await mail.enqueue(tx, buildQuoteEmail(quote.email, quote))
        await recordQuoteAction(tx, person.email, 'quote.changed', quote)
        return serializeQuote(quote, today)
      })
      mail.wake()
      return { message: 'Saved. The client gets an email.', record }
    }),

    defineHandler(withdrawQuoteEndpoint, async ({ params: { id }, expectedVersion: { version } }, { person }) => {
      const today = await loadToday()
      const record = await write(async (tx) => {
        const before = await requireQuote(tx, id)
        if (before.state === 'withdrawn') return serializeQuote(before, today)
        assertOpen(before, version)
        const quote = await updateOpenQuote(tx, before, { state: 'withdrawn' })
        if (!quote) throw new UserError(409, 'The quote changed at the same time. Look at it again.')
        await mail.deleteUnsentWithLink(tx, `/quote/${id}`)
        await recordQuoteAction(tx, person.email, 'quote.withdrawn', quote)
        return serializeQuote(quote, today)
      })
      return { message: 'The quote is withdrawn', record }
    }),

    // The lock on the order counters comes first, so that of two presses at once the second finds the order.
    defineHandler(
      acceptQuoteEndpoint,
      async ({ params: { id }, body: billing, expectedVersion: { version } }, { person: { email } }) => {
        const [zone, today] = [await timeZone(), await loadToday()]
        const order = await write(async (tx) => {
          await orders.lockCounters(tx)
          const quote = await requireQuote(tx, id, email)
          if (quote.order_id !== null) return orders.require(tx, quote.order_id)
          assertOpen(quote, version)
          if (isExpired(quote, today)) throw new UserError(409, describeExpiry(quote))
          const { price: packagePrice, title: packageName } = quote
          const points = parseParts(quote).map(({ title }) => title)
          const placed = await orders.place(tx, {
            billing,
            email,
            sold: { id: '', packageName, packagePrice, points },
            timeZone: zone,
          })
          const accepted = await updateOpenQuote(tx, quote, { state: 'accepted', order_id: placed.id })
          if (!accepted) throw new UserError(409, 'We changed this quote just now. Please read it again.')
          return placed
        })
        mail.wake()
        return { message: PLACED_MESSAGE, record: await orders.serialize(order) }
      },
    ),
  ]

  return {
    name: 'sales/quotes',
    handlers,
    dataTables: ['quote'],
    erasePerson: async (tx, email) => {
      await eraseQuotes(tx, email)
      return {}
    },
    exportPerson: {
      quotes: async (email) => {
        const today = await loadToday()
        return (await listQuotesOfPerson(read, email)).map((quote) => serializeQuote(quote, today))
      },
    },
    followEmailChange: moveQuotes,
    retention: {
      quotes: {
        what: 'Quotes that the client didn’t accept',
        days: 730,
        since: 'the last change',
        why: 'A client may come back to an old quote within a year or two.',
        rows: { table: 'quote', key: ['id'], at: 'updated_at', extraCondition: isNotAccepted },
      },
    },
  } satisfies ServerModule
}

type SentTerms = Omit<HandlerInput<typeof addQuoteEndpoint>['body'], 'email'>

/** What a client reads about a change. */
const QUOTE_FIELD_LABELS: Record<keyof QuoteTerms, string> = {
  title: 'the title',
  price: 'the price',
  parts: 'what it contains',
  valid_until: 'how long it’s valid',
  note: 'the note',
  customer_name: 'your name',
  package_name: 'the package',
}

/** Throws the same 404 for an unknown quote and for another person's (P-68). */
async function requireQuote(db: DatabaseReader, id: string, email?: string): Promise<QuoteTable> {
  const quote = await findQuote(db, id)
  if (!quote || (email !== undefined && quote.email !== email)) throw new UserError(404, NO_SUCH_QUOTE)
  return quote
}

/** Throws a 400 without a version, and a 409 that says what changed since the version that was read. */
function assertOpen(quote: QuoteTable, version: number | undefined): void {
  if (quote.state === 'accepted') throw new UserError(409, 'The client has accepted this quote. It’s an order now.')
  if (quote.state === 'withdrawn') throw new UserError(409, 'This quote was withdrawn.')
  if (version === undefined) throw new UserError(400, 'Send the _version that you read.', '_version')
  if (quote.version === version) return
  const names = new Set(parseChanges(quote).flatMap((change) => (change.version > version ? change.names : [])))
  const labels = new Intl.ListFormat('en-US').format([...names].map((name) => QUOTE_FIELD_LABELS[name]))
  throw new UserError(409, `The quote has changed since you opened it: ${labels || 'see below'}. Please read it again.`)
}

function assertNotPast({ validUntil }: SentTerms, today: string): void {
  if (validUntil && validUntil < today) throw new UserError(400, 'This day is over. Choose today or a later one.', 'validUntil')
}

function isExpired({ valid_until }: QuoteTable, today: string): boolean {
  return valid_until !== '' && valid_until < today
}

function describeExpiry({ valid_until }: QuoteTable): string {
  return `This quote was valid until ${formatCalendarDay(valid_until)}. Write to us, and we’ll renew it.`
}

function parseParts({ parts }: QuoteTable): StoredQuotePart[] {
  return JSON.parse(parts) as StoredQuotePart[]
}

function parseChanges({ changes }: QuoteTable) {
  return JSON.parse(changes) as { version: number; names: (keyof QuoteTerms)[] }[]
}

function recordQuoteAction(tx: Tx, actor: string, action: 'quote.sent' | 'quote.changed' | 'quote.withdrawn', quote: QuoteTable) {
  const { email: subject, title, price } = quote
  return recordAuditEntry(tx, { actor, action, subject, detail: { title, price } })
}

function serializePart({ title, due_day }: StoredQuotePart) {
  return { title, dueDay: due_day }
}

function serializeQuote(quote: QuoteTable, today: string): Quote {
  const { id, version, email, title, price, note, state } = quote
  return {
    _id: id,
    _version: version,
    email,
    customerName: quote.customer_name,
    title,
    packageName: quote.package_name,
    price,
    parts: parseParts(quote).map(serializePart),
    note,
    validUntil: quote.valid_until,
    state: state === 'open' && isExpired(quote, today) ? 'expired' : state,
    orderId: quote.order_id,
  }
}
