import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'
import { emailSchema, searchQuerySchema, textSchema } from '../core/text-schemas.ts'
import { messageFolders, messageReadStatusSchema } from '../inbox/messages.ts'
import { subscriptionStates } from '../inbox/subscribers.ts'
import { paymentModes } from './order-statuses.ts'
import { orderSchema } from './orders.ts'

const MAX_NOTE_LENGTH = 5_000
const MAX_FOLLOW_UP_LENGTH = 200

/** How many of the newest orders and messages a customer's page shows. */
export const MAX_RECENT_ORDERS_AND_MESSAGES = 10

/** YYYY-MM-DD, a day of the business's time zone. */
const day = z.iso.date('Choose a date, such as 2026-11-30.')

const followUp = z.object({ on: z.string(), note: z.string(), setBy: z.string() })
export type FollowUp = z.infer<typeof followUp>

const customerNote = z.object({
  _id: z.string(),
  text: z.string(),
  author: z.string(),
  /** Epoch ms. */
  at: z.number(),
})
export type CustomerNote = z.infer<typeof customerNote>

/** A person who ordered. `_id` is the email. */
const listedCustomer = z.object({
  _id: z.string(),
  /** The name on the last order. */
  name: z.string(),
  orders: z.number(),
  toPay: z.number(),
  /** What the customer paid less the refunds, in US dollars with two decimals. */
  spent: z.string(),
  /** MM/DD/YYYY. */
  lastOrderDate: z.string(),
  /** The last day of the running month of work, such as 2026-12-22. */
  monthEndsOn: z.nullable(z.string()),
})
export type ListedCustomer = z.infer<typeof listedCustomer>

export const listCustomersEndpoint = defineEndpoint('GET /customers', 'admin', {
  summary: 'List the people who ordered, by email',
  query: z.object({
    ...pagingQueryShape,
    /** The start of an email or a name. */
    search: z._default(searchQuerySchema(), ''),
  }),
  paged: true,
  reply: z.array(listedCustomer),
})

const listedFollowUp = z.object({ _id: z.string(), ...followUp.shape, isDue: z.boolean() })
export type ListedFollowUp = z.infer<typeof listedFollowUp>

export const listFollowUpsEndpoint = defineEndpoint('GET /follow-ups', 'admin', {
  summary: 'List the customers to follow up with, the earliest date first',
  query: z.object(pagingQueryShape),
  paged: true,
  reply: z.array(listedFollowUp),
})

const customer = z.object({
  email: z.string(),
  /** As on the newest order, else as in the newest message. */
  name: z.string(),
  totals: z.object({
    orders: z.number(),
    toPay: z.number(),
    paid: z.number(),
    delivered: z.number(),
    /** US dollars with two decimals. */
    spent: z.string(),
    /** The money that `paid` and `spent` count. */
    mode: z.enum(paymentModes),
  }),
  hasAccount: z.boolean(),
  subscription: z.enum(subscriptionStates),
  /** Newest first, at most `MAX_RECENT_ORDERS_AND_MESSAGES`. */
  orders: z.array(orderSchema),
  messages: z.array(
    z.object({
      _id: z.string(),
      subject: z.string(),
      message: z.string(),
      messageStatus: messageReadStatusSchema,
      _place: z.enum(messageFolders),
      _receivedAt: z.number(),
    }),
  ),
  /** Private to the team, like the notes. */
  followUp: z.nullable(followUp),
  /** Newest first. */
  notes: z.array(customerNote),
})
export type CustomerDetailsReply = z.infer<typeof customer>

/** Also answers for a person who only wrote a message or subscribed. */
export const getCustomerEndpoint = defineEndpoint('GET /customer', 'admin', {
  summary: "Get a customer's orders, messages, subscription and the team's notes",
  query: z.object({ email: emailSchema('Email') }),
  reply: customer,
})

/** Returns one JSON file with what the customer may see. Leaves out what only the team knows (decision 105). */
export const exportCustomerDataEndpoint = defineEndpoint('GET /customer-data', 'admin', {
  summary: "Download a customer's data as one file, without the team's notes",
  query: z.object({ email: emailSchema('Email') }),
  file: { type: 'application/json; charset=utf-8', name: 'customer-data.json' },
  reply: z.string(),
})

export const addCustomerNoteEndpoint = defineEndpoint('POST /customer-notes', 'admin', {
  summary: 'Add a note about a customer that only admins see',
  idempotent: true,
  body: z.strictObject({ email: emailSchema('Email'), text: textSchema('Note', { maxLength: MAX_NOTE_LENGTH }) }),
  reply: buildMessageAndRecordSchema(customerNote),
  status: 201,
})

export const deleteCustomerNoteEndpoint = defineEndpoint('DELETE /customer-notes/:id', 'admin', {
  summary: 'Delete a note about a customer',
  params: idParamsSchema,
  reply: z.object({ message: z.string() }),
})

export const setFollowUpEndpoint = defineEndpoint('PUT /follow-ups', 'admin', {
  summary: 'Set or clear the date to follow up with a customer',
  body: z.strictObject({
    email: emailSchema('Email'),
    /** Empty clears it. */
    on: z.union([z.literal(''), day]),
    note: z._default(textSchema('Reminder', { optional: true, maxLength: MAX_FOLLOW_UP_LENGTH }), ''),
  }),
  reply: z.object({ message: z.string(), followUp: z.nullable(followUp) }),
})

/** Erases the notes, the follow-up, and the messages and files of the orders. Orders, payments and invoices stay (P-166). */
export const eraseCustomerNotesMessagesAndFilesEndpoint = defineEndpoint('POST /erase-customer-notes', 'admin', {
  summary: "Delete a customer's notes and follow-up date, and the messages and files of the orders",
  body: z.strictObject({ email: emailSchema('Email') }),
  reply: z.object({ message: z.string() }),
})
