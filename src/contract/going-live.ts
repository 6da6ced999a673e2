import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { plainText } from './text.ts'

const shared = { access: 'admin', tag: 'payments' } as const

/** What has to be so before real customers pay real money. */
export const liveChecks = ['payee', 'payeeConfirmed', 'mail', 'origin', 'gateway', 'testPayment'] as const
export type LiveCheck = (typeof liveChecks)[number]

/** The list to go through before going live, in the order in which it is gone through. */
export const goingLive = defineEndpoint({
  ...shared,
  method: 'GET',
  path: '/going-live',
  summary: 'What is left to do before going live',
  reply: z.object({
    isRehearsal: z.boolean(),
    checks: z.array(
      z.object({
        check: z.enum(liveChecks),
        isDone: z.boolean(),
        /** How it is, in words: who is paid, where mail goes. */
        detail: z.string(),
      }),
    ),
  }),
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
