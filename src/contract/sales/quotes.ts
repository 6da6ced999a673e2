import * as z from 'zod/mini'
import { LAST_DAY_OF_WORK_MONTH } from '../content/kinds/deliverable-template.ts'
import { MAX_PACKAGE_NAME } from '../content/kinds/pricing-package.ts'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'
import { emailSchema, textSchema, usdAmountSchema } from '../core/text-schemas.ts'
import { UserError } from '../core/user-error.ts'
import { billingDetailsShape, orderSchema } from './orders.ts'

const MAX_PARTS = 50
const DUE_DAY_SENTENCE = `The due day of a part must be from 1 to ${LAST_DAY_OF_WORK_MONTH}.`

const part = z.object({
  title: textSchema('A part', { maxLength: 200 }),
  /** Counted from the day the work starts. */
  dueDay: z.int(DUE_DAY_SENTENCE).check(z.minimum(1, DUE_DAY_SENTENCE), z.maximum(LAST_DAY_OF_WORK_MONTH, DUE_DAY_SENTENCE)),
})
export type QuotePart = z.output<typeof part>

/** What the team writes. The accepted order keeps the title, the price and the parts. */
const termsShape = {
  customerName: billingDetailsShape.customerName,
  title: textSchema('Title', { maxLength: MAX_PACKAGE_NAME, isIdentifier: true }),
  /** The package whose templates the parts come from, or empty. */
  packageName: textSchema('Package', { maxLength: MAX_PACKAGE_NAME, optional: true }),
  price: usdAmountSchema('Price'),
  parts: z
    .array(part)
    .check(z.minLength(1, 'Name at least one part.'), z.maxLength(MAX_PARTS, `A quote has at most ${MAX_PARTS} parts.`)),
  note: textSchema('Note', { maxLength: 2_000, optional: true }),
  /** The last day to accept, YYYY-MM-DD, or empty. */
  validUntil: z.union([z.literal(''), z.iso.date()], 'Choose a date, such as 2026-11-30.'),
}

export const quoteStates = ['open', 'expired', 'withdrawn', 'accepted'] as const

const quoteSchema = z.object({
  _id: z.string(),
  /** Grows with each change. */
  _version: z.int(),
  email: z.string(),
  ...termsShape,
  price: z.string(),
  state: z.enum(quoteStates),
  /** The order that the client's yes placed. */
  orderId: z.nullable(z.string()),
})
export type Quote = z.output<typeof quoteSchema>

const quoteReply = buildMessageAndRecordSchema(quoteSchema)

export const listQuotesEndpoint = defineEndpoint('GET /quotes', 'admin', {
  summary: 'List quotes, newest first',
  query: z.object(pagingQueryShape),
  paged: true,
  reply: z.array(quoteSchema),
})

export const listPackagePartsEndpoint = defineEndpoint('GET /quote-parts', 'admin', {
  summary: 'List the parts of a first month of a package, to start a quote from',
  query: z.object({ packageName: termsShape.packageName }),
  reply: z.array(part),
})

export const addQuoteEndpoint = defineEndpoint('POST /quote', 'admin', {
  summary: 'Make an order for a client, who gets a link by email',
  idempotent: true,
  body: z.strictObject({ email: emailSchema('Email'), ...termsShape }),
  reply: quoteReply,
  status: 201,
})

/** Requires the `_version`. Answers 409 if the quote changed since, or isn't open. */
export const changeQuoteEndpoint = defineEndpoint('PUT /quote/:id', 'admin', {
  summary: 'Change an open quote; the client gets an email',
  params: idParamsSchema,
  versioned: true,
  body: z.strictObject(termsShape),
  reply: quoteReply,
})

export const withdrawQuoteEndpoint = defineEndpoint('PUT /quote-withdrawn/:id', 'admin', {
  summary: 'Withdraw an open quote',
  params: idParamsSchema,
  versioned: true,
  reply: quoteReply,
})

/** Another person's quote answers like a missing one (P-68). */
export const getQuoteEndpoint = defineEndpoint('GET /quote/:id', 'signedIn', {
  summary: 'Get one quote; customers get only their own',
  params: idParamsSchema,
  reply: quoteSchema,
})

/** Only for the client's email. A repeat returns the same order. Answers 409 if the quote changed since, or isn't open. */
export const acceptQuoteEndpoint = defineEndpoint('PUT /quote-accepted/:id', 'signedIn', {
  limit: 'order',
  summary: 'Accept a quote, which places the order',
  params: idParamsSchema,
  versioned: true,
  body: z.strictObject(billingDetailsShape),
  reply: buildMessageAndRecordSchema(orderSchema),
})

/** Reads a part per line, such as `10: Site audit`. A line without a day is due on the last one. Throws a 400. */
export function parseQuoteParts(text: string): QuotePart[] {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  return lines.map((line) => {
    const [, day, title = line] = /^(?:day )?(\d{1,3}):(.*)/i.exec(line) ?? []
    const read = part.safeParse({ title: title.trim(), dueDay: Number(day ?? LAST_DAY_OF_WORK_MONTH) })
    if (!read.success) throw new UserError(400, `“${line.slice(0, 60)}”: ${read.error.issues[0]?.message}`, 'parts')
    return read.data
  })
}

export function formatQuoteParts(parts: readonly QuotePart[]): string {
  return parts.map(({ dueDay, title }) => `${dueDay}: ${title}`).join('\n')
}
