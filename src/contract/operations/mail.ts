import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'

/** Who gets an email, in the order of the admin page. */
export const emailAudiences = ['customer', 'visitor', 'subscriber', 'account', 'admin'] as const
export type EmailAudience = (typeof emailAudiences)[number]

const emailTemplate = z.object({
  name: z.string(),
  title: z.string(),
  audience: z.enum(emailAudiences),
  sentWhen: z.string(),
  /** With sample values. */
  subject: z.string(),
  text: z.string(),
  hasAttachment: z.boolean(),
})
export type EmailTemplate = z.infer<typeof emailTemplate>

const emailColorSchemes = ['light', 'dark'] as const
export type EmailColorMode = (typeof emailColorSchemes)[number]

/** Lists every email that the site sends, with sample values. */
export const listEmailTemplatesEndpoint = defineEndpoint('GET /email-templates', 'admin', {
  summary: 'List every email that the site sends, with sample values',
  reply: z.array(emailTemplate),
})

/** Shows the HTML part of an email with sample values, for a frame of the admin area. */
export const previewEmailTemplateEndpoint = defineEndpoint('GET /email-templates/:name', 'admin', {
  summary: 'Preview the HTML of an email with sample values',
  params: z.object({ name: z.string() }),
  /** `dark` shows what a reader with dark mode gets. */
  query: z.object({ color: z._default(z.enum(emailColorSchemes), 'light') }),
  file: { type: 'text/html', name: 'email.html', isFramed: true },
  reply: z.string(),
})

export function buildEmailTemplatePreviewUrl(name: string, color: EmailColorMode): string {
  return `/api${previewEmailTemplateEndpoint.path.replace(':name', encodeURIComponent(name))}?color=${color}`
}

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
