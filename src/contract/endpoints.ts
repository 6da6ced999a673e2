import * as content from './content/content-calls.ts'
import { getReadAddAndUpdateEndpoints } from './content/content-kind-endpoints.ts'
import * as transfer from './content/content-transfer.ts'
import * as media from './content/media.ts'
import * as business from './content/outdated-business-facts.ts'
import * as release from './content/release.ts'
import * as stagedRecords from './content/staged-record-ids-endpoint.ts'
import { contentKinds } from './content-kinds.ts'
import * as pageMetadata from './core/default-page-metadata-list-endpoint.ts'
import { buildEndpointKey, type Endpoint } from './core/endpoint.ts'
import * as messages from './inbox/messages.ts'
import * as subscribers from './inbox/subscribers.ts'
import * as audit from './operations/audit-log.ts'
import * as mail from './operations/mail.ts'
import * as operations from './operations/reached-site-wide-limits.ts'
import * as accounts from './people/account-calls.ts'
import * as betterAuth from './people/better-auth-endpoints.ts'
import * as user from './people/user-calls.ts'
import * as customers from './sales/customers.ts'
import * as orders from './sales/order-calls.ts'
import * as payments from './sales/payment-calls.ts'
import * as pages from './site/admin-page-data.ts'
import * as redirect from './site/old-paths.ts'
import * as searchEngineVisibility from './site/search-engine-visibility.ts'
import * as visits from './site/visits.ts'
import * as work from './work/work-calls.ts'

/** The declarations of calls, by the group of the calls. The API documentation and the security log read the groups. */
const declarationsByGroup: Readonly<Record<string, object>> = {
  user,
  accounts,
  'better-auth': betterAuth,
  subscribers,
  messages,
  orders,
  customers,
  payments,
  work,
  mail,
  operations,
  audit,
  business,
  'search-listing': pageMetadata,
  pages,
  content: { ...content, ...searchEngineVisibility },
  media,
  draft: { ...release, ...stagedRecords },
  transfer,
  visits,
  redirect,
}

/** The group of every call. The group of a call about one kind of content is the kind. */
export const groupsByEndpoint: ReadonlyMap<Endpoint, string> = new Map(
  [
    ...contentKinds.map((contentKind): [string, object] => [contentKind.kind, getReadAddAndUpdateEndpoints(contentKind)]),
    ...Object.entries(declarationsByGroup),
  ].flatMap(([group, declarations]) =>
    Object.values(declarations)
      .filter(isEndpoint)
      .map((endpoint) => [endpoint, group] as const),
  ),
)

/** Every call of the product. The server doesn't start if a call lacks its handler. */
export const endpoints: readonly Endpoint[] = assertUniqueEndpoints([...groupsByEndpoint.keys()])

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value
}

/** Throws if two endpoints declare the same method and path. */
export function assertUniqueEndpoints(all: readonly Endpoint[]): readonly Endpoint[] {
  const names = all.map(buildEndpointKey)
  const duplicateName = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicateName) throw new Error(`${duplicateName} is declared twice`)
  return all
}
