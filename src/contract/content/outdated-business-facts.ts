import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

const outdatedRecordSchema = z.object({
  _id: z.string(),
  kind: z.string(),
  fields: z.array(
    z.object({
      label: z.string(),
      /** The text of the field now, and after the update. */
      before: z.string(),
      after: z.string(),
    }),
  ),
})
export type OutdatedRecord = z.infer<typeof outdatedRecordSchema>

/** Lists records that still name an earlier name, address, phone number, email or hours of the business. */
export const listOutdatedBusinessFactsEndpoint = defineEndpoint('GET /outdated-facts', 'admin', {
  summary: 'List records with outdated business facts',
  reply: z.array(outdatedRecordSchema),
})

/** Updates all of them or none. Skips records without outdated facts. */
export const updateOutdatedBusinessFactsEndpoint = defineEndpoint('PUT /outdated-facts', 'admin', {
  summary: 'Update the business facts in these records',
  body: z.strictObject({
    records: z
      .array(z.string())
      .check(
        z.minLength(1, 'records must name at least one record.'),
        z.maxLength(1000, 'records must name at most 1000 records.'),
      ),
  }),
  reply: z.object({ message: z.string(), updated: z.number() }),
})
