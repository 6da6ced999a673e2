import { checkChange, checkSite } from '../../../contract/content/site-checks.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { SiteChecks } from './site-checks.ts'

export function siteCheckHandlers(checks: SiteChecks): Handled[] {
  return [
    handled(checkSite, async ({ query }) => ({
      findings: await checks.check({ withDraft: query.draft === true, onlyNew: query.new === true }),
    })),
    handled(checkChange, async ({ params, body }) => {
      const contentKind = contentKinds.find(({ kind }) => kind === params.kind)
      if (!contentKind) throw new Refusal(404, 'There is no such kind of content.')
      return { findings: await checks.checkChange(contentKind, body) }
    }),
  ]
}
