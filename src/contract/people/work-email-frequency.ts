import * as z from 'zod/mini'
import { buildMessageAndRecordSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/** How often an admin gets the email about the work. The first one applies until the admin chooses. */
export const workEmailFrequencies = ['Every morning', 'Only when something becomes late', 'Never'] as const
export type WorkEmailFrequency = (typeof workEmailFrequencies)[number]
export const DEFAULT_WORK_EMAIL_FREQUENCY: WorkEmailFrequency = workEmailFrequencies[0]

/** Whether an admin gets an email when money arrives. */
export const paymentEmailChoices = ['Yes', 'No'] as const
export type PaymentEmailChoice = (typeof paymentEmailChoices)[number]

const workEmails = z.strictObject({
  workEmails: z.enum(workEmailFrequencies, 'Choose how often.'),
  paymentEmails: z.enum(paymentEmailChoices, 'Choose Yes or No.'),
})

export const getWorkEmailFrequencyEndpoint = defineEndpoint('GET /work-emails', 'admin', {
  summary: 'Get which emails about work and payments you receive',
  reply: workEmails,
})

export const setWorkEmailFrequencyEndpoint = defineEndpoint('PUT /work-emails', 'admin', {
  summary: 'Choose which emails about work and payments you receive',
  body: z.strictObject({ ...workEmails.shape, paymentEmails: z.optional(workEmails.shape.paymentEmails) }),
  reply: buildMessageAndRecordSchema(workEmails),
})
