import { saveSearchEngineDecisionEndpoint } from '../../../contract/site/search-engine-decision.ts'
import { defineHandler, type EndpointHandler } from '../../platform/http/register-api.ts'
import type { SearchEngineDecisionModule } from './search-engine-decision.ts'

export function createSearchEngineVisibilityHandlers({
  saveDecision,
  getVisibilityState,
}: SearchEngineDecisionModule): EndpointHandler[] {
  return [
    defineHandler(saveSearchEngineDecisionEndpoint, async ({ body: { isAllowed } }, { person }) => {
      await saveDecision(isAllowed, person.email)
      const message = isAllowed
        ? 'Search engines may list the site'
        : 'Search engines are kept out while the site has sample content'
      return { message, searchEngines: await getVisibilityState() }
    }),
  ]
}
