import * as z from 'zod/mini'
import { defineEndpoint } from '../grammar/endpoint.ts'
import { paging } from '../grammar/paging.ts'
import { idParams, writeReply } from '../grammar/reply.ts'

const problem = z.object({
  _id: z.string(),
  to: z.string(),
  subject: z.string(),
  attempts: z.number(),
  /** What the mail server said, or that it did not. */
  error: z.string(),
  /** Epoch ms; null where it was given up. */
  nextAttemptAt: z.nullable(z.number()),
})
export type MailProblem = z.infer<typeof problem>

const shared = { access: 'admin', tag: 'mail' } as const

/** Mail that could not be handed over at the last attempt, newest first. */
export const listMailProblems = defineEndpoint({
  ...shared,
  method: 'GET',
  path: '/mail-problems',
  summary: 'Mail that could not be delivered so far',
  query: z.object(paging),
  paged: true,
  reply: z.array(problem),
  status: 200,
})

export const retryMail = defineEndpoint({
  ...shared,
  method: 'PUT',
  path: '/mail-problems/:id',
  summary: 'Try a mail again now',
  params: idParams,
  body: z.strictObject({}),
  reply: writeReply(problem),
  status: 200,
})
