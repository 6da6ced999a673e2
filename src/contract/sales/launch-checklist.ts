import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema } from '../core/text-schemas.ts'

const shared = { access: 'admin', tag: 'payments' } as const

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

/**
 * Whether search engines may list the public pages. `thisMachine`: other machines can't reach the site. `keptOut`: the
 * site holds samples. `allowedWithSamples`: an admin allowed search engines in spite of samples.
 */
const searchEngineVisibilityStates = ['thisMachine', 'keptOut', 'allowedWithSamples', 'allowed'] as const
export type SearchEngineVisibilityState = (typeof searchEngineVisibilityStates)[number]

/** The checks are in the order in which an owner works through them. */
export const getLaunchChecklistEndpoint = defineEndpoint({
  ...shared,
  method: 'GET',
  path: '/going-live',
  summary: 'List what is left to do before going live',
  reply: z.object({ isRehearsal: z.boolean(), checks: z.array(check), searchEngines: z.enum(searchEngineVisibilityStates) }),
  status: 200,
})

/** The owner types the email a second time, so that a typo is found before money goes there. */
export const confirmPayeeEndpoint = defineEndpoint({
  ...shared,
  method: 'PUT',
  path: '/payee-confirmation',
  recent: true,
  summary: 'Confirm the account that receives payments',
  body: z.strictObject({ paypalEmail: textSchema('Payment account email') }),
  reply: z.object({ message: z.string() }),
  status: 200,
})

/** Decides whether search engines may list the public pages while the content has samples. */
export const decideSearchEnginesEndpoint = defineEndpoint({
  ...shared,
  tag: 'content',
  method: 'PUT',
  path: '/search-engines',
  summary: 'Allow search engines while the site has sample content, or keep them out',
  body: z.strictObject({ isAllowed: z.boolean() }),
  reply: z.object({ message: z.string(), searchEngines: z.enum(searchEngineVisibilityStates) }),
  status: 200,
})
