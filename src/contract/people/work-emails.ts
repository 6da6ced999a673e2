import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { buildWriteReplySchema } from '../core/reply-schemas.ts'

/** How often an admin gets the email about the work. The first one applies until the admin chooses. */
export const workEmailChoices = ['Every morning', 'Only when something becomes late', 'Never'] as const
export type WorkEmails = (typeof workEmailChoices)[number]
export const DEFAULT_WORK_EMAILS: WorkEmails = workEmailChoices[0]

const workEmails = z.strictObject({ workEmails: z.enum(workEmailChoices, 'Choose how often.') })
const shared = { path: '/work-emails', access: 'admin', tag: 'user', status: 200 } as const

export const getWorkEmailsEndpoint = defineEndpoint({
  ...shared,
  method: 'GET',
  summary: 'Get how often you get the email about the work',
  reply: workEmails,
})

export const setWorkEmailsEndpoint = defineEndpoint({
  ...shared,
  method: 'PUT',
  summary: 'Choose how often you get the email about the work',
  body: workEmails,
  reply: buildWriteReplySchema(workEmails),
})
