import {
  listOutdatedBusinessFactsEndpoint,
  updateOutdatedBusinessFactsEndpoint,
} from '#contract/content/outdated-business-facts.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { BusinessFactsModule } from './business.ts'

export function createBusinessFactsHandlers(business: BusinessFactsModule): EndpointHandler[] {
  return [
    defineHandler(listOutdatedBusinessFactsEndpoint, async () => {
      const outdated = await business.outdated()
      return outdated.map(({ contentKind, record, fields }) => ({ _id: record.id, kind: contentKind.kind, fields }))
    }),
    defineHandler(updateOutdatedBusinessFactsEndpoint, async ({ body }, { person }) => {
      const updated = await business.updateRecords(body.records, { author: person.email })
      return { message: buildUpdateMessage(updated), updated }
    }),
  ]
}

function buildUpdateMessage(updated: number): string {
  if (updated === 0) return 'These texts are already up to date.'
  return updated === 1 ? '1 text updated' : `${updated} texts updated`
}
