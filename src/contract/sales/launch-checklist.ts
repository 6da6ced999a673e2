import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema } from '../core/text-schemas.ts'
import { searchEngineVisibilityStateSchema } from '../site/search-engine-visibility.ts'

/** The conditions for real customers to pay real money. */
const launchChecks = ['samples', 'secondFactor', 'mail', 'origin', 'payee', 'payeeConfirmed', 'gateway', 'testPayment'] as const
export type LaunchCheckName = (typeof launchChecks)[number]

const check = z.object({
  check: z.enum(launchChecks),
  isDone: z.boolean(),
  /** The current state in words, such as who is paid. */
  detail: z.string(),
  /** How many things are left to do. */
  left: z.number(),
  /** Where they are, for content: the content kind, its editor's path and the labels of the fields. */
  places: z.array(z.object({ name: z.string(), path: z.string(), fields: z.array(z.string()) })),
})
export type LaunchCheck = z.infer<typeof check>

/** The checks are in the order in which an owner works through them. */
export const getLaunchChecklistEndpoint = defineEndpoint('GET /going-live', 'admin', {
  summary: 'List what is left to do before going live',
  reply: z.object({ isRehearsal: z.boolean(), checks: z.array(check), searchEngines: searchEngineVisibilityStateSchema }),
})

/** The owner types the email a second time, so that a typo is found before money goes there. */
export const confirmPayeeEmailEndpoint = defineEndpoint('PUT /payee-confirmation', 'admin', {
  recent: true,
  summary: 'Confirm the account that receives payments',
  body: z.strictObject({ paypalEmail: textSchema('Payment account email', { isIdentifier: true }) }),
  reply: z.object({ message: z.string() }),
})
