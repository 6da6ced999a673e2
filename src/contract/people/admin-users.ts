import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { idParamsSchema } from '../core/reply-schemas.ts'

/** The role whose holders are admins. */
export const ADMIN_ROLE = 'Admin'

/** `pending` until the person has an account with a confirmed address; `withoutRights` for a record with another role. */
const adminStates = ['active', 'pending', 'withoutRights'] as const

const adminUser = z.object({
  _id: z.string(),
  userEmail: z.string(),
  userRole: z.string(),
  _state: z.enum(adminStates),
  /** When the record was made, in epoch ms. */
  _since: z.number(),
})
export type AdminUser = z.infer<typeof adminUser>

const sharedOptions = { access: 'admin', tag: 'user' } as const
const messageReply = z.object({ message: z.string() })

/** The user records, with what `GET /users` does not tell: who can log in already. */
export const listAdminUsers = defineEndpoint({
  ...sharedOptions,
  method: 'GET',
  path: '/admin-users',
  summary: 'User records, and who is expected still',
  reply: z.array(adminUser),
  status: 200,
})

/** For somebody who is expected still: the mail that says how they become an admin, once more. */
export const resendAdminInvitation = defineEndpoint({
  ...sharedOptions,
  method: 'POST',
  path: '/admin-invitation/:id',
  recent: true,
  limit: 'adminUser',
  summary: 'Invite a pending admin again',
  params: idParamsSchema,
  reply: messageReply,
  status: 200,
})

/** Takes the record away, and with it all rights; the account stays, logged out everywhere. Nobody removes themselves. */
export const removeUser = defineEndpoint({
  ...sharedOptions,
  method: 'DELETE',
  path: '/users/:id',
  recent: true,
  limit: 'adminUser',
  summary: 'Remove a user record',
  params: idParamsSchema,
  reply: messageReply,
  status: 200,
})
