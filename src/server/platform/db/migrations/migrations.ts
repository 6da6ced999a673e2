import type { Migration } from 'kysely/migration'
import type { Database } from '../database.ts'
import { content } from './0001-content.ts'
import { accounts } from './0002-accounts.ts'
import { subscribers } from './0003-subscribers.ts'
import { mail } from './0004-mail.ts'
import { accountSecurity } from './0005-account-security.ts'
import { recentSignIn } from './0006-recent-sign-in.ts'
import { mailHeaders } from './0007-mail-headers.ts'
import { messages } from './0008-messages.ts'
import { subscriptions } from './0009-subscriptions.ts'
import { pageChanges } from './0010-page-changes.ts'
import { passwordReset } from './0011-password-reset.ts'
import { messageSearch } from './0012-message-search.ts'
import { oneOfAName } from './0013-one-of-a-name.ts'
import { requestOutcome } from './0014-request-outcome.ts'
import { oneQueue } from './0015-one-queue.ts'
import { orders } from './0016-orders.ts'
import { payments } from './0017-payments.ts'
import { invoices } from './0018-invoices.ts'
import { payeeConfirmation } from './0019-payee-confirmation.ts'
import { contentRecords } from './0020-content-records.ts'
import { siteDraft } from './0021-site-draft.ts'
import { media } from './0022-media.ts'
import { auditSearch } from './0023-audit-search.ts'
import { messageTotal } from './0024-message-total.ts'
import { sampleMarks } from './0026-sample-marks.ts'
import { dailyCounts } from './0027-daily-counts.ts'
import { ownDraftOfDraft } from './0028-own-draft-of-draft.ts'
import { claimsOfProcesses } from './0030-claims-of-processes.ts'
import { retention } from './0031-retention.ts'
import { countsOfDays } from './0033-counts-of-days.ts'
import { recountJobs } from './0034-recount-jobs.ts'
import { providerTasks } from './0035-provider-tasks.ts'
import { handOffOutcomes } from './0036-hand-off-outcomes.ts'
import { liveAndTestMoney } from './0037-live-and-test-money.ts'
import { decisionsAboutPayments } from './0038-decisions-about-payments.ts'
import { accounting } from './0039-accounting.ts'
import { paymentEntries } from './0040-payment-entries.ts'
import { noticeLimits } from './0041-notice-limits.ts'
import { saveChecks } from './0044-save-checks.ts'
import { searchEngines } from './0045-search-engines.ts'
import { unlistedProxies } from './0046-unlisted-proxies.ts'

/**
 * The last step of the last release, whose processes may still be at work while a newer step is taken: what comes after it
 * only adds (decision 79).
 */
export const LAST_RELEASED = '0031-retention'

/** Every step in order. Steps are only ever added; a released one never changes. */
export function migrations(type: Database['type']): Record<string, Migration> {
  return {
    '0001-content': content,
    '0002-accounts': accounts(type),
    '0003-subscribers': subscribers,
    '0004-mail': mail,
    '0005-account-security': accountSecurity(type),
    '0006-recent-sign-in': recentSignIn,
    '0007-mail-headers': mailHeaders,
    '0008-messages': messages,
    '0009-subscriptions': subscriptions,
    '0010-page-changes': pageChanges,
    '0011-password-reset': passwordReset,
    '0012-message-search': messageSearch,
    '0013-one-of-a-name': oneOfAName,
    '0014-request-outcome': requestOutcome(type),
    '0015-one-queue': oneQueue,
    '0016-orders': orders(type),
    '0017-payments': payments(type),
    '0018-invoices': invoices,
    '0019-payee-confirmation': payeeConfirmation,
    '0020-content-records': contentRecords,
    '0021-site-draft': siteDraft,
    '0022-media': media(type),
    '0023-audit-search': auditSearch,
    '0024-message-total': messageTotal,
    '0026-sample-marks': sampleMarks,
    '0027-daily-counts': dailyCounts,
    '0028-own-draft-of-draft': ownDraftOfDraft,
    '0030-claims-of-processes': claimsOfProcesses,
    '0031-retention': retention,
    '0033-counts-of-days': countsOfDays,
    '0034-recount-jobs': recountJobs,
    '0035-provider-tasks': providerTasks,
    '0036-hand-off-outcomes': handOffOutcomes,
    '0037-live-and-test-money': liveAndTestMoney,
    '0038-decisions-about-payments': decisionsAboutPayments,
    '0039-accounting': accounting(type),
    '0040-payment-entries': paymentEntries,
    '0041-notice-limits': noticeLimits,
    '0044-save-checks': saveChecks,
    '0045-search-engines': searchEngines,
    '0046-unlisted-proxies': unlistedProxies,
  }
}
