import * as z from 'zod/mini'
import { idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'

export const ADMIN_ROLE = 'Admin'

/** `pending` until the person has an account with a confirmed email. `withoutRights` for a record with another role. */
const adminStates = ['active', 'pending', 'withoutRights'] as const

const adminUser = z.object({
  _id: z.string(),
  userEmail: z.string(),
  userRole: z.string(),
  _state: z.enum(adminStates),
  /** When the record was added, in epoch ms. */
  _since: z.number(),
})
export type AdminUser = z.infer<typeof adminUser>

const messageReply = z.object({ message: z.string() })

/** Lists the user records. Unlike `GET /users`, tells which of them can log in. */
export const listAdminUsersEndpoint = defineEndpoint('GET /admin-users', 'admin', {
  summary: 'List user records with their state',
  reply: z.array(adminUser),
})

/** Sends a pending admin the invitation email again. */
export const resendAdminInvitationEndpoint = defineEndpoint('POST /admin-invitation/:id', 'admin', {
  recent: true,
  limit: 'adminUser',
  summary: 'Invite a pending admin again',
  params: idParamsSchema,
  reply: messageReply,
})

/**
 * Removes the record with all its rights, and ends the person's sessions. The account stays. Admins can't remove their
 * own record.
 */
export const removeUserRecordEndpoint = defineEndpoint('DELETE /users/:id', 'admin', {
  recent: true,
  limit: 'adminUser',
  summary: 'Remove a user record',
  params: idParamsSchema,
  reply: messageReply,
})
