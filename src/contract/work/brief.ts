import * as z from 'zod/mini'
import { answerTypes } from '../content/kinds/brief-question.ts'
import { buildMessageAndRecordSchema, orderIdParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema } from '../core/text-schemas.ts'

/** A question as it was when the order was paid, with the client's answer. */
const briefQuestion = z.object({
  id: z.string(),
  question: z.string(),
  help: z.string(),
  type: z.enum(answerTypes),
  /** The answers to choose from, if `type` is `choice`. */
  choices: z.array(z.string()),
  required: z.boolean(),
  /** Empty until the client answers. */
  answer: z.string(),
})
export type OrderBriefQuestion = z.output<typeof briefQuestion>

/** A brief as the client sent it. */
const sentBrief = z.object({
  /** Epoch ms. */
  sentAt: z.number(),
  answers: z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() })),
})
export type SentBriefVersion = z.output<typeof sentBrief>

/** The client's answers before the work starts. */
const brief = z.object({
  /** The id of the order. */
  _id: z.string(),
  _version: z.number(),
  questions: z.array(briefQuestion),
  /** Epoch ms. Null until the client sends the answers, and after the team reopens them. */
  sentAt: z.nullable(z.number()),
  /** Why the team reopened the answers. Null if it never did, and once the client sent them again. */
  reopenedReason: z.nullable(z.string()),
  /** Oldest first. */
  sentVersions: z.array(sentBrief),
})
export type Brief = z.output<typeof brief>

export const getBriefEndpoint = defineEndpoint('GET /order-brief/:orderId', 'signedIn', {
  params: orderIdParamsSchema,
  summary: 'Get the questions and answers of a paid order; customers get only their own',
  reply: brief,
})

/**
 * Changes the answers that the body names. With `send`, every required question needs an answer. Answers 409 with the
 * stored brief if it isn't the expected version, or if it was sent.
 */
export const saveOrSendBriefEndpoint = defineEndpoint('PUT /order-brief/:orderId', 'signedIn', {
  params: orderIdParamsSchema,
  versioned: true,
  summary: 'Save or send the answers of your own order',
  body: z.strictObject({
    /** The answers by the id of their question. */
    answers: z.record(z.string(), textSchema('Each answer', { optional: true })),
    send: z.optional(z.boolean()),
  }),
  reply: buildMessageAndRecordSchema(brief),
})

export const reopenBriefEndpoint = defineEndpoint('PUT /order-brief-reopened/:orderId', 'admin', {
  params: orderIdParamsSchema,
  summary: 'Let the client change answers that were sent',
  body: z.strictObject({ reason: textSchema('Reason', { maxLength: 1000 }) }),
  reply: buildMessageAndRecordSchema(brief),
})
