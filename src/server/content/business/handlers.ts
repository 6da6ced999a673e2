import { listOutdatedFacts, updateOutdatedFacts } from '../../../contract/content/outdated-facts.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { Business } from './business.ts'

export function businessHandlers(business: Business): Handled[] {
  return [
    handled(listOutdatedFacts, async () => {
      const outdated = await business.outdated()
      return outdated.map(({ contentKind, record, fields }) => ({ _id: record.id, kind: contentKind.kind, fields }))
    }),
    handled(updateOutdatedFacts, async ({ body }, { person }) => {
      const updated = await business.bringUpToDate(body.records, { author: person.email })
      return { message: sentenceOf(updated), updated }
    }),
  ]
}

function sentenceOf(updated: number): string {
  if (updated === 0) return 'Nothing old was left there.'
  return updated === 1 ? '1 record is up to date' : `${updated} records are up to date`
}
