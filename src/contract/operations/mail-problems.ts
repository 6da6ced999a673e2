import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQuery } from '../core/paging.ts'
import { buildWriteReplySchema, idParamsSchema } from '../core/reply-schemas.ts'

const mailProblem = z.object({
  _id: z.string(),
  to: z.string(),
  subject: z.string(),
  attempts: z.number(),
  /** What the mail server said, or that it did not. */
  error: z.string(),
  /** Epoch ms; null where it was given up. */
  nextAttemptAt: z.nullable(z.number()),
})
export type MailProblem = z.infer<typeof mailProblem>

const sharedOptions = { access: 'admin', tag: 'mail' } as const

/** Mail that could not be handed over at the last attempt, newest first. */
export const listMailProblems = defineEndpoint({
  ...sharedOptions,
  method: 'GET',
  path: '/mail-problems',
  summary: 'Mail that could not be delivered so far',
  query: z.object(pagingQuery),
  paged: true,
  reply: z.array(mailProblem),
  status: 200,
})

export const retryEmail = defineEndpoint({
  ...sharedOptions,
  method: 'PUT',
  path: '/mail-problems/:id',
  summary: 'Try a mail again now',
  params: idParamsSchema,
  body: z.strictObject({}),
  reply: buildWriteReplySchema(mailProblem),
  status: 200,
})
