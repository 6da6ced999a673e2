import { cachePerContentVersion } from '#platform/db/cache-per-content-version.ts'
import type { Database } from '#platform/db/open-database.ts'
import { createInProcessCall, type EndpointHandler } from '#platform/http/register-api.ts'
import { signedOutSession } from '#platform/http/request-session-types.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ServerModule } from '#platform/module.ts'
import { loadOrCreateSharedSecret } from '#platform/secrets/secrets.ts'
import type { Config } from './config/config.ts'
import { loadBusiness } from './content/business/business.ts'
import { listAdminEmailsToNotify } from './people/users/users.ts'
import type { Renderer } from './site/pages/load-page-renderer.ts'

export type SharedDependencies = ReturnType<typeof createSharedDependencies>

/** Creates the dependencies that areas share. `add` appends to `modules`. The caller fills `handlers` later. */
export function createSharedDependencies(
  { config, database, renderer, problem }: { config: Config; database: Database; renderer: Renderer; problem: LogProblem },
  modules: ServerModule[],
  handlers: EndpointHandler[],
) {
  const [origin] = config.origins
  const cachePerVersion = <T>(read: () => Promise<T>) => cachePerContentVersion(database.contentVersion, read)
  const createCall = createInProcessCall(handlers)
  const visitorCall = createCall({ session: signedOutSession, headers: new Headers(), replyHeaders: new Headers() })
  return {
    add<M extends ServerModule>(module: M): M {
      modules.push(module)
      return module
    },
    /** Dependencies that most modules take. */
    shared: { config, database, origin, problem, adminEmails: listAdminEmailsToNotify, loadBusiness },
    rendering: { ...renderer, contentVersion: database.contentVersion, visitorCall, origin },
    pagePaths: renderer.pages.map(({ path }) => path),
    loadSecret: (purpose: string) => loadOrCreateSharedSecret(database, purpose),
    timeZone: cachePerVersion(async () => (await loadBusiness(database.read)).timeZone),
    cachePerVersion,
    createCall,
    visitorCall,
  }
}
