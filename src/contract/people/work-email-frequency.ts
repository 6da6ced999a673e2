import * as z from 'zod/mini'
import { buildMessageAndRecordSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/** How often an admin gets the email about the work. The first one applies until the admin chooses. */
export const workEmailFrequencies = ['Every morning', 'Only when something becomes late', 'Never'] as const
export type WorkEmailFrequency = (typeof workEmailFrequencies)[number]
export const DEFAULT_WORK_EMAIL_FREQUENCY: WorkEmailFrequency = workEmailFrequencies[0]

const workEmails = z.strictObject({ workEmails: z.enum(workEmailFrequencies, 'Choose how often.') })

export const getWorkEmailFrequencyEndpoint = defineEndpoint('GET /work-emails', 'admin', {
  summary: 'Get how often you receive the work email',
  reply: workEmails,
})

export const setWorkEmailFrequencyEndpoint = defineEndpoint('PUT /work-emails', 'admin', {
  summary: 'Choose how often you receive the work email',
  body: workEmails,
  reply: buildMessageAndRecordSchema(workEmails),
})
