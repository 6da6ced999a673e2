import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'

const mailProblem = z.object({
  _id: z.string(),
  to: z.string(),
  subject: z.string(),
  attempts: z.number(),
  /** The mail server's answer, or the reason why none came. */
  error: z.string(),
  /** Epoch ms. Null if the site gave up. */
  nextAttemptAt: z.nullable(z.number()),
})
export type MailProblem = z.infer<typeof mailProblem>

/** Lists emails whose last delivery attempt failed, newest first. */
export const listMailProblemsEndpoint = defineEndpoint('GET /mail-problems', 'admin', {
  summary: 'List emails that could not be delivered yet',
  query: z.object(pagingQueryShape),
  paged: true,
  reply: z.array(mailProblem),
})

export const retryEmailEndpoint = defineEndpoint('PUT /mail-problems/:id', 'admin', {
  summary: 'Try to deliver an email again now',
  params: idParamsSchema,
  body: z.strictObject({}),
  reply: buildMessageAndRecordSchema(mailProblem),
})
