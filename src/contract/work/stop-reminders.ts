import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema } from '../core/text-schemas.ts'

/** Has no rate limit, and a repeat does no harm: email providers call it for their users (RFC 8058). */
export const stopRemindersEndpoint = defineEndpoint('POST /stop-reminders', 'anyone', {
  summary: 'Stop the reminders about an order with the emailed link',
  body: z.strictObject({ token: textSchema('The link', { isIdentifier: true }) }),
  reply: z.object({ message: z.string() }),
})
