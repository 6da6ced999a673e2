import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

/**
 * Whether search engines may list the public pages. `thisMachine`: other machines can't reach the site. `keptOut`: the
 * site holds samples. `allowedWithSamples`: an admin allowed search engines in spite of samples.
 */
export const searchEngineVisibilityStateSchema = z.enum(['thisMachine', 'keptOut', 'allowedWithSamples', 'allowed'])
export type SearchEngineVisibilityState = z.infer<typeof searchEngineVisibilityStateSchema>

/** Decides whether search engines may list the public pages while the content has samples. */
export const saveSearchEngineDecisionEndpoint = defineEndpoint('PUT /search-engines', 'admin', {
  summary: 'Allow search engines while the site has sample content, or keep them out',
  body: z.strictObject({ isAllowed: z.boolean() }),
  reply: z.object({ message: z.string(), searchEngines: searchEngineVisibilityStateSchema }),
})
