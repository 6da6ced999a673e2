import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema, orderIdParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/** How far an access is: the client says that the invitation is sent, and the team that it works. */
export const accessStates = ['not yet', 'invited', 'confirmed'] as const
export type AccessState = (typeof accessStates)[number]

const access = z.object({
  _id: z.string(),
  name: z.string(),
  /** How the client gives the access, and a page that shows it. Both may be empty. */
  help: z.string(),
  link: z.string(),
  state: z.enum(accessStates),
  /** Each change once, oldest first. */
  history: z.array(
    z.object({
      state: z.enum(accessStates),
      /** Epoch ms. */
      at: z.number(),
      by: z.enum(['team', 'customer']),
      /** The person's email. Only admins' replies have it. */
      actor: z.optional(z.string()),
    }),
  ),
})
export type OrderAccess = z.output<typeof access>

const accessList = z.object({
  /** The id of the order. */
  _id: z.string(),
  /** The address to invite: the email in Business info. Empty if there is none. */
  inviteEmail: z.string(),
  items: z.array(access),
})
export type OrderAccessList = z.output<typeof accessList>

export const getOrderAccessEndpoint = defineEndpoint('GET /order-access/:orderId', 'signedIn', {
  params: orderIdParamsSchema,
  summary: 'List the accesses that a paid order needs; customers get only their own',
  reply: accessList,
})

/** A repeat changes nothing. Answers 409 if a customer changes what the team confirmed, and 403 if one confirms. */
export const setAccessStateEndpoint = defineEndpoint('PUT /order-access-state/:id', 'signedIn', {
  params: idParamsSchema,
  summary: 'Say how far an access of an order is',
  body: z.strictObject({ state: z.enum(accessStates) }),
  reply: buildMessageAndRecordSchema(access),
})
