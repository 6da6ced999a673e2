import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

const shared = { access: 'admin', tag: 'business' } as const

const outdatedRecordSchema = z.object({
  _id: z.string(),
  kind: z.string(),
  fields: z.array(
    z.object({
      label: z.string(),
      /** What it says, and what it would say. */
      before: z.string(),
      after: z.string(),
    }),
  ),
})
export type OutdatedRecord = z.infer<typeof outdatedRecordSchema>

/** Records that still say a name, address, phone number, email or hours that the business had before. */
export const listOutdatedBusinessFacts = defineEndpoint({
  ...shared,
  method: 'GET',
  path: '/outdated-facts',
  summary: 'Records that hold old facts of the business',
  reply: z.array(outdatedRecordSchema),
  status: 200,
})

/** All of them or none; one that holds nothing old any more is passed over. */
export const updateOutdatedBusinessFacts = defineEndpoint({
  ...shared,
  method: 'PUT',
  path: '/outdated-facts',
  summary: 'Put the facts of today into these records',
  body: z.strictObject({
    records: z
      .array(z.string())
      .check(
        z.minLength(1, 'records must name at least one record.'),
        z.maxLength(1000, 'records must name at most 1000 records.'),
      ),
  }),
  reply: z.object({ message: z.string(), updated: z.number() }),
  status: 200,
})
