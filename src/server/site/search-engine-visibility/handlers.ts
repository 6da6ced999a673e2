import { saveSearchEngineDecisionEndpoint } from '#contract/site/search-engine-visibility.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { SearchEngineVisibilityModule } from './search-engine-visibility.ts'

export function createSearchEngineVisibilityHandlers({ saveDecision }: SearchEngineVisibilityModule): EndpointHandler[] {
  return [
    defineHandler(saveSearchEngineDecisionEndpoint, async ({ body: { isAllowed } }, { person }) => {
      const searchEngines = await saveDecision(isAllowed, person.email)
      const message = isAllowed
        ? 'Search engines may list the site'
        : 'Search engines are kept out while the site has sample content'
      return { message, searchEngines }
    }),
  ]
}
