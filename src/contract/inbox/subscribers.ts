import * as z from 'zod/mini'
import { buildMessageAndRecordSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'
import { emailSchema, textSchema } from '../core/text-schemas.ts'

const subscriber = z.object({ _id: z.string(), subemail: z.string() })

/** `pending` until the person confirms with the emailed link. */
const subscriberStates = ['pending', 'confirmed'] as const

/** Whether a person gets the business's news. */
export const subscriptionStates = ['none', 'pending', 'confirmed', 'ended'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

const listedSubscriber = z.extend(subscriber, {
  _state: z.enum(subscriberStates),
  /** When it was subscribed, confirmed or not, in epoch ms. */
  _since: z.number(),
})
export type Subscriber = z.infer<typeof listedSubscriber>

/** The subscribe box of the footer (P-125). The answer never reveals whether the email was known (P-126). */
export const subscribeEndpoint = defineEndpoint('POST /add-subscriber', 'anyone', {
  limit: 'subscription',
  idempotent: true,
  summary: 'Subscribe an email address',
  body: z.strictObject({
    subemail: emailSchema('Email'),
    /** A hidden field that only spam programs fill in. */
    website: z._default(textSchema('Website', { optional: true }), ''),
  }),
  reply: buildMessageAndRecordSchema(subscriber),
  status: 201,
})

/** Leaves out people who have unsubscribed. */
export const listSubscribersEndpoint = defineEndpoint('GET /subscribers', 'admin', {
  summary: 'List subscribers, newest first',
  query: z.object(pagingQueryShape),
  paged: true,
  reply: z.array(listedSubscriber),
})

/** Holds only confirmed subscribers, because only they may get email. */
export const exportSubscribersEndpoint = defineEndpoint('GET /subscribers.csv', 'admin', {
  summary: 'Download the confirmed subscribers as a CSV file',
  file: { type: 'text/csv; charset=utf-8', name: 'subscribers.csv' },
  reply: z.string(),
})

const token = z.strictObject({ token: textSchema('The link', { isIdentifier: true }) })
const messageReply = z.object({ message: z.string() })

/** Uses POST, because programs that scan email open its links. */
export const confirmSubscriptionEndpoint = defineEndpoint('POST /confirm-subscription', 'anyone', {
  limit: 'mailedLink',
  summary: 'Confirm a subscription with the emailed link',
  body: token,
  reply: messageReply,
})

/** Has no rate limit: email providers call it for many people from one address (RFC 8058). A repeat does no harm. */
export const unsubscribeEndpoint = defineEndpoint('POST /unsubscribe', 'anyone', {
  summary: 'End a subscription with the emailed link',
  body: token,
  reply: messageReply,
})
