import type { RecordAndSampleCounts } from '#contract/content/content-readiness.ts'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { type SearchEngineVisibilityState, saveSearchEngineDecisionEndpoint } from '#contract/site/search-engine-visibility.ts'
import { bumpContentVersion } from '#platform/db/bump-content-version.ts'
import { cachePerContentVersion } from '#platform/db/cache-per-content-version.ts'
import type { Database } from '#platform/db/open-database.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config/config.ts'
import { isLoopbackOrigin } from '../../config/loopback-checks.ts'
import { isIndexingWithSamplesAllowed, saveSearchEngineDecision } from './store.ts'

export type SearchEngineVisibilityModule = ModuleFunctions<typeof createSearchEngineVisibilityModule>

type Dependencies = {
  database: Database
  config: Config
  countRecordsAndSamplesByKind: () => Promise<RecordAndSampleCounts[]>
}

/** Creates the module that keeps search engines out while a public site holds samples, unless an admin allows them. */
export function createSearchEngineVisibilityModule({ database, config, countRecordsAndSamplesByKind }: Dependencies) {
  const { read, write, contentVersion } = database
  const isPublicSite = !config.origins.every(isLoopbackOrigin)
  const areKeptOut = cachePerContentVersion(contentVersion, async () => (await getVisibilityState()) === 'keptOut')

  async function getVisibilityState(): Promise<SearchEngineVisibilityState> {
    return getStateAfterDecision(await isIndexingWithSamplesAllowed(read))
  }

  async function getStateAfterDecision(isAllowed: boolean): Promise<SearchEngineVisibilityState> {
    if (!isPublicSite) return 'thisMachine'
    if (!(await countRecordsAndSamplesByKind()).some(hasPublicSamples)) return 'allowed'
    return isAllowed ? 'allowedWithSamples' : 'keptOut'
  }

  const visibility = {
    isPublicSite,
    getVisibilityState,
    /** Whether public pages must tell search engines not to list them. */
    areSearchEnginesKeptOut: async () => isPublicSite && areKeptOut(),
  }

  const handlers = [
    // Bumps the content version, so that the page cache serves no page from before the decision.
    defineHandler(saveSearchEngineDecisionEndpoint, async ({ body: { isAllowed } }, { person }) => {
      const searchEngines = await getStateAfterDecision(isAllowed)
      await write(async (tx) => {
        await bumpContentVersion(tx)
        await saveSearchEngineDecision(tx, isAllowed, person.email)
        const detail = { isAllowed: isAllowed ? 'yes' : 'no' }
        await recordAuditEntry(tx, { actor: person.email, action: 'search-engines.decided', subject: 'search engines', detail })
      })
      contentVersion.onCommitted?.()
      const message = isAllowed
        ? 'Search engines may list the site'
        : 'Search engines are kept out while the site has sample content'
      return { message, searchEngines }
    }),
  ]

  return {
    ...visibility,
    name: 'site/search-engine-visibility',
    handlers,
    dataTables: ['search_engine_decision'],
    noPersonalData: 'A decision of an admin.',
  } satisfies ServerModule
}

/** Returns whether visitors see samples of a content kind. They don't see the payment account, which has its own check. */
export function hasPublicSamples({ kind, samples }: RecordAndSampleCounts): boolean {
  return samples > 0 && kind !== payeeEmail.kind
}
