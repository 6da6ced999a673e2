import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQuery } from '../core/paging.ts'
import { buildWriteReplySchema } from '../core/reply-schemas.ts'
import { emailSchema, textSchema } from '../core/text-schemas.ts'

const subscriber = z.object({ _id: z.string(), subemail: z.string() })

/** `pending` until the person has confirmed by the link in the mail. */
const subscriberStates = ['pending', 'confirmed'] as const

const listedSubscriber = z.extend(subscriber, {
  _state: z.enum(subscriberStates),
  /** When it was subscribed, confirmed or not, in epoch ms. */
  _since: z.number(),
})
export type Subscriber = z.infer<typeof listedSubscriber>

const tag = 'subscribers'

/** The subscribe box of the footer (P-125, P-126). The answer never tells whether the address was known. */
export const addSubscriber = defineEndpoint({
  method: 'POST',
  path: '/add-subscriber',
  access: 'anyone',
  limit: 'subscription',
  idempotent: true,
  summary: 'Subscribe an email address',
  tag,
  body: z.strictObject({
    subemail: emailSchema('Email'),
    /** Left empty by people, who do not see it. */
    website: z._default(textSchema('Website', { optional: true }), ''),
  }),
  reply: buildWriteReplySchema(subscriber),
  status: 201,
})

/** Newest first; whoever has unsubscribed is not among them. */
export const listSubscribers = defineEndpoint({
  method: 'GET',
  path: '/subscribers',
  access: 'admin',
  summary: 'Subscribers, newest first',
  tag,
  query: z.object(pagingQuery),
  paged: true,
  reply: z.array(listedSubscriber),
  status: 200,
})

/** Those who have confirmed, and nobody else: these may be written to. */
export const exportSubscribers = defineEndpoint({
  method: 'GET',
  path: '/subscribers.csv',
  access: 'admin',
  summary: 'The confirmed subscribers as a table for other programs',
  tag,
  file: { type: 'text/csv; charset=utf-8', name: 'subscribers.csv' },
  reply: z.string(),
  status: 200,
})

const linkEndpoint = { method: 'POST', access: 'anyone', tag, status: 200 } as const
const token = z.strictObject({ token: textSchema('The link') })
const messageReply = z.object({ message: z.string() })

/** A POST, because programs that look at mail follow its links. */
export const confirmSubscription = defineEndpoint({
  ...linkEndpoint,
  path: '/confirm-subscription',
  limit: 'mailedLink',
  summary: 'Confirm a subscription by the link in the mail',
  body: token,
  reply: messageReply,
})

/**
 * Never refused to anybody with a valid link, and so without a limit: mail providers send it for many people from
 * one address (RFC 8058). A second time does no harm.
 */
export const endSubscription = defineEndpoint({
  ...linkEndpoint,
  path: '/unsubscribe',
  summary: 'End a subscription by the link in the mail',
  body: token,
  reply: messageReply,
})
