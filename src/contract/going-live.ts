import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { plainText } from './text.ts'

const shared = { access: 'admin', tag: 'payments' } as const

/** What has to be so before real customers pay real money. */
export const liveChecks = [
  'samples',
  'secondFactor',
  'mail',
  'origin',
  'payee',
  'payeeConfirmed',
  'gateway',
  'testPayment',
] as const
export type LiveCheck = (typeof liveChecks)[number]

const check = z.object({
  check: z.enum(liveChecks),
  isDone: z.boolean(),
  /** How it is, in words: who is paid, where mail goes. */
  detail: z.string(),
  /** How many things are left to do for it. */
  left: z.number(),
  /** Where they are, if it is a matter of content: the section, its editor's page and the labels of the fields. */
  places: z.array(z.object({ name: z.string(), path: z.string(), fields: z.array(z.string()) })),
})
export type CheckState = z.infer<typeof check>

/** The list to go through before going live, in the order in which it is gone through. */
export const goingLive = defineEndpoint({
  ...shared,
  method: 'GET',
  path: '/going-live',
  summary: 'What is left to do before going live',
  reply: z.object({ isRehearsal: z.boolean(), checks: z.array(check) }),
  status: 200,
})

/** Typed a second time, so that a slip of the first is found before money goes there. */
export const confirmPayee = defineEndpoint({
  ...shared,
  method: 'PUT',
  path: '/payee-confirmation',
  recent: true,
  summary: 'Confirm whose account is paid',
  body: z.strictObject({ paypalEmail: plainText('Payment account email') }),
  reply: z.object({ message: z.string() }),
  status: 200,
})
