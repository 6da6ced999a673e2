import * as autosaves from './content/autosaves.ts'
import { getReadAddAndUpdateEndpoints } from './content/content-kind-endpoints.ts'
import * as contentCounts from './content/content-readiness.ts'
import * as contentRecords from './content/content-record-endpoints.ts'
import * as contentSearch from './content/content-search.ts'
import * as contentTransfer from './content/content-transfer.ts'
import * as media from './content/media.ts'
import * as outdatedBusinessFacts from './content/outdated-business-facts.ts'
import * as recordHistory from './content/record-history.ts'
import * as release from './content/release.ts'
import * as siteAudit from './content/site-audit.ts'
import * as stagedRecords from './content/staged-record-ids-endpoint.ts'
import { contentKinds } from './content-kinds.ts'
import * as pageMetadata from './core/default-page-metadata-list-endpoint.ts'
import type { Endpoint } from './core/endpoint.ts'
import * as messages from './inbox/messages.ts'
import * as subscribers from './inbox/subscribers.ts'
import * as audit from './operations/audit-log.ts'
import * as emails from './operations/email-templates.ts'
import * as mailProblems from './operations/mail-problems.ts'
import * as reachedSiteWideLimits from './operations/reached-site-wide-limits.ts'
import * as adminUsers from './people/admin-users.ts'
import * as accounts from './people/authentication.ts'
import * as betterAuth from './people/better-auth-endpoints.ts'
import * as passwordConfirmation from './people/confirm-password-endpoint.ts'
import * as firstAdminSetup from './people/first-admin-setup.ts'
import * as sessions from './people/own-account-security.ts'
import * as passwords from './people/password-reset.ts'
import * as secondFactor from './people/second-factor.ts'
import * as identityProvider from './people/start-identity-provider-sign-in.ts'
import * as userRecords from './people/user-role-records.ts'
import * as workEmails from './people/work-email-frequency.ts'
import * as accountingExport from './sales/accounting-export.ts'
import * as customerOrderTimeline from './sales/customer-order-timeline.ts'
import * as payments from './sales/customer-payment.ts'
import * as customers from './sales/customers.ts'
import * as invoices from './sales/invoices.ts'
import * as launchChecklist from './sales/launch-checklist.ts'
import * as manualPayments from './sales/manual-payment.ts'
import * as orderStatus from './sales/order-status-endpoints.ts'
import * as orders from './sales/orders.ts'
import * as paymentEvidence from './sales/payment-evidence.ts'
import * as reviewFlags from './sales/payment-review-flags.ts'
import * as paymentNotices from './sales/payment-webhooks.ts'
import * as refunds from './sales/refunds.ts'
import * as rehearsalCheckout from './sales/rehearsal-checkout.ts'
import * as salesTotals from './sales/sales-totals.ts'
import * as pageData from './site/admin-page-data.ts'
import * as oldPaths from './site/old-paths.ts'
import * as searchEngineVisibility from './site/search-engine-visibility.ts'
import * as visits from './site/visits.ts'
import * as board from './work/board.ts'
import * as brief from './work/brief.ts'
import * as outcomes from './work/close-deliverables.ts'
import * as conversation from './work/conversation.ts'
import * as waiting from './work/customer-action-items.ts'
import * as deliverables from './work/deliverables.ts'
import * as orderFiles from './work/order-files.ts'
import * as orderWork from './work/order-work.ts'
import * as reminders from './work/stop-reminders.ts'

/** The files that declare calls, by the group of their calls. The API documentation and the security log read the groups. */
const filesByGroup: Readonly<Record<string, readonly object[]>> = {
  user: [userRecords, adminUsers, workEmails],
  accounts: [accounts, firstAdminSetup, identityProvider, passwords, sessions, passwordConfirmation, secondFactor],
  'better-auth': [betterAuth],
  subscribers: [subscribers],
  messages: [messages],
  orders: [orders, salesTotals, orderStatus],
  customers: [customers],
  payments: [
    payments,
    customerOrderTimeline,
    manualPayments,
    paymentEvidence,
    paymentNotices,
    rehearsalCheckout,
    invoices,
    refunds,
    reviewFlags,
    accountingExport,
    launchChecklist,
  ],
  work: [brief, conversation, orderFiles, orderWork, waiting, deliverables, outcomes, board, reminders],
  mail: [mailProblems, emails],
  operations: [reachedSiteWideLimits],
  audit: [audit],
  business: [outdatedBusinessFacts],
  'search-listing': [pageMetadata],
  pages: [pageData],
  content: [searchEngineVisibility, contentCounts, contentSearch, contentRecords, recordHistory, autosaves, siteAudit],
  media: [media],
  draft: [release, stagedRecords],
  transfer: [contentTransfer],
  visits: [visits],
  redirect: [oldPaths],
}

/** The group of every call. The group of a call about one kind of content is the kind. */
export const groupsByEndpoint: ReadonlyMap<Endpoint, string> = new Map(
  [
    ...contentKinds.map((contentKind) => [contentKind.kind, [getReadAddAndUpdateEndpoints(contentKind)]] as const),
    ...Object.entries(filesByGroup),
  ].flatMap(([group, declarations]) =>
    declarations
      .flatMap((declared): unknown[] => Object.values(declared))
      .filter(isEndpoint)
      .map((endpoint) => [endpoint, group] as const),
  ),
)

/** Every call of the product. The server doesn't start if a call lacks its handler. */
export const endpoints: readonly Endpoint[] = assertUniqueEndpoints([...groupsByEndpoint.keys()])

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value
}

/** Returns the method and the path without parameter names. */
export function buildEndpointKey({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path.replace(/:\w+/g, ':')}`
}

/** Throws if two endpoints declare the same method and path. */
export function assertUniqueEndpoints(all: readonly Endpoint[]): readonly Endpoint[] {
  const names = all.map(buildEndpointKey)
  const duplicateName = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicateName) throw new Error(`${duplicateName} is declared twice`)
  return all
}
