import type { Endpoint, EndpointResult } from '#contract/core/endpoint.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { Caller } from '#platform/http/register-api.ts'
import type { SignedInUser } from '#platform/http/request-session-types.ts'
import { createReleasesModule, RELEASE_QUEUE_TIMING } from '#server/content/releases/releases.ts'
import type { MailService } from '#server/mail/mail.ts'
import { createTestContent } from './test-content-module.ts'

/** The production timing with shorter times. */
export const FAST_RELEASE_TIMING = {
  ...RELEASE_QUEUE_TIMING,
  poll: 20,
  lease: 500,
  firstPause: 50,
  longestPause: 100,
  closeWithin: 100,
  settle: 0,
}

type Options = {
  mail?: Pick<MailService, 'enqueue' | 'wake'>
  timing?: typeof RELEASE_QUEUE_TIMING
  change?: () => Promise<never>
}

/** Creates the release module on a test's database. `change` replaces how it publishes. */
export function createTestReleases(database: Database, { mail, timing = FAST_RELEASE_TIMING, change }: Options = {}) {
  const content = createTestContent(database)
  const releases = createReleasesModule({
    database,
    content: change ? { change } : content,
    mail: mail ?? { enqueue: async () => '', wake: () => {} },
    adminEmails: async () => ['owner@example.com', 'second@example.com'],
    problem: () => {},
    timing,
  })
  /** Makes a call of the module as the owner, without its checks. */
  async function call<E extends Endpoint>(endpoint: E, body: object = {}): Promise<EndpointResult<E>> {
    const person = { email: 'owner@example.com' } as SignedInUser
    const found = releases.handlers.find((one) => one.endpoint === endpoint)
    return (await found?.handle({ body }, { person } as Caller & { person: SignedInUser })) as EndpointResult<E>
  }
  type Update = Parameters<Parameters<typeof releases.change>[0]>[0]['updateFromBody']
  const update = (...parts: Parameters<Update>) => releases.change((staging) => staging.updateFromBody(...parts))
  return { ...releases, call, update }
}
