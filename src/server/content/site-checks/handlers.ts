import { checkChange, checkSite } from '../../../contract/content/site-checks.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { sections } from '../../../contract/sections.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { SiteChecks } from './site-checks.ts'

export function siteCheckHandlers(checks: SiteChecks): Handled[] {
  return [
    handled(checkSite, async ({ query }) => ({
      findings: await checks.check({ withDraft: query.draft === true, onlyNew: query.new === true }),
    })),
    handled(checkChange, async ({ params, body }) => {
      const section = sections.find(({ kind }) => kind === params.kind)
      if (!section) throw new Refusal(404, 'There is no such kind of content.')
      return { findings: await checks.checkChange(section, body) }
    }),
  ]
}
