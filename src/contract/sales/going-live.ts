import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema } from '../core/text-schemas.ts'

const shared = { access: 'admin', tag: 'payments' } as const

/** What has to be so before real customers pay real money. */
export const goingLiveChecks = [
  'samples',
  'secondFactor',
  'mail',
  'origin',
  'payee',
  'payeeConfirmed',
  'gateway',
  'testPayment',
] as const
export type GoingLiveCheckName = (typeof goingLiveChecks)[number]

const check = z.object({
  check: z.enum(goingLiveChecks),
  isDone: z.boolean(),
  /** How it is, in words: who is paid, where mail goes. */
  detail: z.string(),
  /** How many things are left to do for it. */
  left: z.number(),
  /** Where they are, if it is a matter of content: the content kind, its editor's page and the labels of the fields. */
  places: z.array(z.object({ name: z.string(), path: z.string(), fields: z.array(z.string()) })),
})
export type GoingLiveCheck = z.infer<typeof check>

/**
 * Whether search engines may list the public pages. `thisMachine`: only this machine reaches the site, so none is kept
 * out. `keptOut`: the site holds samples. `allowedWithSamples`: it does, and an admin has let search engines in.
 */
export const searchEngineStates = ['thisMachine', 'keptOut', 'allowedWithSamples', 'allowed'] as const
export type SearchEngineState = (typeof searchEngineStates)[number]

/** The list to go through before going live, in the order in which it is gone through. */
export const getGoingLive = defineEndpoint({
  ...shared,
  method: 'GET',
  path: '/going-live',
  summary: 'What is left to do before going live',
  reply: z.object({ isRehearsal: z.boolean(), checks: z.array(check), searchEngines: z.enum(searchEngineStates) }),
  status: 200,
})

/** Typed a second time, so that a slip of the first is found before money goes there. */
export const confirmPayee = defineEndpoint({
  ...shared,
  method: 'PUT',
  path: '/payee-confirmation',
  recent: true,
  summary: 'Confirm whose account is paid',
  body: z.strictObject({ paypalEmail: textSchema('Payment account email') }),
  reply: z.object({ message: z.string() }),
  status: 200,
})

/** Decides whether search engines may list the public pages while some of the content is still a sample. */
export const decideSearchEngines = defineEndpoint({
  ...shared,
  tag: 'content',
  method: 'PUT',
  path: '/search-engines',
  summary: 'Let search engines in while the site holds samples, or keep them out',
  body: z.strictObject({ isAllowed: z.boolean() }),
  reply: z.object({ message: z.string(), searchEngines: z.enum(searchEngineStates) }),
  status: 200,
})
