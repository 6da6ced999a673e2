import * as z from 'zod/mini'
import { buildMessageAndRecordSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema } from '../core/text-schemas.ts'
import { credentialSchemas } from './authentication.ts'

export const getSetupStateEndpoint = defineEndpoint('GET /set-up', 'anyone', {
  summary: 'Get whether the site still needs its first admin',
  reply: z.object({ needsAdmin: z.boolean() }),
})

/** How long a set-up code works, in seconds. The server makes one at each start without an admin. */
export const FIRST_ADMIN_CODE_TTL_SECONDS = 24 * 60 * 60

const userRecord = z.object({ _id: z.string(), userEmail: z.string(), userRole: z.string() })

/** Creates the first admin with the set-up code. Fails once there is an admin (P-75). */
export const createFirstAdminEndpoint = defineEndpoint('POST /first-admin', 'anyone', {
  limit: 'firstAdmin',
  summary: 'Create the first admin with the set-up code',
  body: z.strictObject({ code: textSchema('Set-up code', { isIdentifier: true }), ...credentialSchemas }),
  reply: buildMessageAndRecordSchema(userRecord),
  status: 201,
})
