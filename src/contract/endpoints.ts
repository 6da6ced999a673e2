import { deleteAutosaveEndpoint, getAutosaveEndpoint, listAutosavesEndpoint, saveAutosaveEndpoint } from './content/autosaves.ts'
import { listContentCountsEndpoint } from './content/content-counts.ts'
import { getContentKindEndpoints } from './content/content-kind-endpoints.ts'
import {
  deleteRecordEndpoint,
  getRecordEndpoint,
  keepSamplesEndpoint,
  listRecordsEndpoint,
  listRecordsOfKindsEndpoint,
  listTrashEndpoint,
  reorderRecordsEndpoint,
  setRecordVisibilityEndpoint,
  undeleteRecordEndpoint,
} from './content/content-records.ts'
import { searchContentEndpoint } from './content/content-search.ts'
import { exportContentEndpoint, importContentEndpoint } from './content/content-transfer.ts'
import {
  cropMediaEndpoint,
  deleteMediaEndpoint,
  getMediaEndpoint,
  listIllustrationsEndpoint,
  listMediaEndpoint,
  listMediaUsesEndpoint,
  listShownImageDetailsEndpoint,
  undeleteMediaEndpoint,
  updateMediaEndpoint,
  uploadMediaEndpoint,
} from './content/media.ts'
import { listOutdatedBusinessFactsEndpoint, updateOutdatedBusinessFactsEndpoint } from './content/outdated-business-facts.ts'
import { listRecordVersionsEndpoint, restoreRecordVersionEndpoint } from './content/record-history.ts'
import {
  discardStagedChangesEndpoint,
  getReleaseEndpoint,
  publishReleaseEndpoint,
  restoreDiscardedChangesEndpoint,
  scheduleReleaseEndpoint,
  undoPublishEndpoint,
} from './content/release.ts'
import { auditProposedChangeEndpoint, auditSiteEndpoint } from './content/site-audit.ts'
import { listStagedRecordsEndpoint } from './content/staged-records.ts'
import { contentKinds } from './content-kinds.ts'
import type { Endpoint } from './core/endpoint.ts'
import { listPageFactsEndpoint } from './core/page-facts.ts'
import {
  addMessageEndpoint,
  getMessageCountsEndpoint,
  getMessageEndpoint,
  getNextUnreadMessageEndpoint,
  issueMessageFormTokenEndpoint,
  listMessagesEndpoint,
  moveMessageEndpoint,
  setMessageStatusEndpoint,
  updateMessagesEndpoint,
} from './inbox/messages.ts'
import {
  addSubscriberEndpoint,
  confirmSubscriptionEndpoint,
  endSubscriptionEndpoint,
  exportSubscribersEndpoint,
  listSubscribersEndpoint,
} from './inbox/subscribers.ts'
import { listAuditEntriesEndpoint } from './operations/audit.ts'
import { listEmailTemplatesEndpoint, previewEmailEndpoint } from './operations/emails.ts'
import { listMailProblemsEndpoint, retryEmailEndpoint } from './operations/mail-problems.ts'
import { listReachedLimitsEndpoint } from './operations/reached-limits.ts'
import { peopleEndpoints } from './people/people-endpoints.ts'
import {
  addCustomerNoteEndpoint,
  deleteCustomerNoteEndpoint,
  eraseCustomerNotesEndpoint,
  exportCustomerDataEndpoint,
  getCustomerEndpoint,
  listCustomersEndpoint,
  listFollowUpsEndpoint,
  setFollowUpEndpoint,
} from './sales/customers.ts'
import { confirmPayeeEndpoint, decideSearchEnginesEndpoint, getGoingLiveEndpoint } from './sales/going-live.ts'
import {
  downloadCreditNoteEndpoint,
  downloadInvoiceEndpoint,
  getInvoiceNumberingEndpoint,
  setInvoiceNumberingEndpoint,
} from './sales/invoices.ts'
import {
  getOrderStatusEmailEndpoint,
  setOrderStatusEndpoint,
  setOrderStatusesEndpoint,
  undoOrderStatusEndpoint,
} from './sales/order-status.ts'
import {
  exportAccountingCsvEndpoint,
  exportOrdersCsvEndpoint,
  getOrderEndpoint,
  getOwnOrderTotalsEndpoint,
  getSalesTotalsEndpoint,
  listOrdersEndpoint,
  placeOrderEndpoint,
} from './sales/orders.ts'
import {
  closeReviewFlagEndpoint,
  getPaymentEvidenceEndpoint,
  listReviewFlagsEndpoint,
  refreshPaymentFactsEndpoint,
} from './sales/payment-evidence.ts'
import { receivePayPalIpnEndpoint, receivePayPalWebhookEndpoint, receiveRehearsalIpnEndpoint } from './sales/payment-notices.ts'
import {
  beginPaymentEndpoint,
  cancelOrderEndpoint,
  getOrderTimelineEndpoint,
  getPaymentStateEndpoint,
  markOrderPaidEndpoint,
  refreshPaymentStateEndpoint,
  undoMarkOrderPaidEndpoint,
} from './sales/payments.ts'
import { refundOrderEndpoint, withdrawRefundEndpoint } from './sales/refunds.ts'
import {
  getRehearsalStateEndpoint,
  openRehearsalCheckoutEndpoint,
  rehearsePaymentEndpoint,
  verifyRehearsalIpnEndpoint,
} from './sales/rehearsal-checkout.ts'
import { getOldPathHitsEndpoint, importRedirectsEndpoint } from './site/old-paths.ts'
import { loadPageDataEndpoint } from './site/page-data.ts'
import { getVisitTotalsEndpoint } from './site/visits.ts'
import { countWorkEndpoint, listWorkEndpoint } from './work/board.ts'
import { getBriefEndpoint, reopenBriefEndpoint, saveBriefEndpoint } from './work/brief.ts'
import {
  addOrderMessageEndpoint,
  listOrderMessagesEndpoint,
  listUnreadConversationsEndpoint,
  markOrderMessagesReadEndpoint,
} from './work/conversation.ts'
import { addDeliverableEndpoint, answerDraftEndpoint, updateDeliverableEndpoint } from './work/deliverables.ts'
import { downloadOrderFileEndpoint, listOrderFilesEndpoint, uploadOrderFileEndpoint } from './work/order-files.ts'
import { getOrderWorkEndpoint, startMonthEndpoint } from './work/order-work.ts'
import { cancelOpenDeliverablesEndpoint, decideOutcomeEndpoint } from './work/outcomes.ts'
import { stopRemindersEndpoint } from './work/reminders.ts'
import { listWaitingEndpoint } from './work/waiting.ts'

/** Every call of the product. The server doesn't start if a call lacks its handler. */
export const endpoints: readonly Endpoint[] = assertUniqueEndpoints([
  ...contentKinds.flatMap((contentKind) =>
    Object.values(getContentKindEndpoints(contentKind)).filter((one) => one !== undefined),
  ),
  ...peopleEndpoints,
  addSubscriberEndpoint,
  confirmSubscriptionEndpoint,
  endSubscriptionEndpoint,
  listSubscribersEndpoint,
  exportSubscribersEndpoint,
  addMessageEndpoint,
  issueMessageFormTokenEndpoint,
  listMessagesEndpoint,
  getMessageEndpoint,
  setMessageStatusEndpoint,
  moveMessageEndpoint,
  updateMessagesEndpoint,
  getMessageCountsEndpoint,
  getNextUnreadMessageEndpoint,
  placeOrderEndpoint,
  listOrdersEndpoint,
  getOrderEndpoint,
  setOrderStatusEndpoint,
  setOrderStatusesEndpoint,
  getOrderStatusEmailEndpoint,
  undoOrderStatusEndpoint,
  addCustomerNoteEndpoint,
  deleteCustomerNoteEndpoint,
  eraseCustomerNotesEndpoint,
  exportCustomerDataEndpoint,
  getCustomerEndpoint,
  listCustomersEndpoint,
  listFollowUpsEndpoint,
  setFollowUpEndpoint,
  exportOrdersCsvEndpoint,
  exportAccountingCsvEndpoint,
  getOwnOrderTotalsEndpoint,
  getSalesTotalsEndpoint,
  cancelOrderEndpoint,
  getPaymentStateEndpoint,
  beginPaymentEndpoint,
  refreshPaymentStateEndpoint,
  getOrderTimelineEndpoint,
  markOrderPaidEndpoint,
  undoMarkOrderPaidEndpoint,
  getPaymentEvidenceEndpoint,
  refreshPaymentFactsEndpoint,
  listReviewFlagsEndpoint,
  closeReviewFlagEndpoint,
  receivePayPalIpnEndpoint,
  receivePayPalWebhookEndpoint,
  receiveRehearsalIpnEndpoint,
  getRehearsalStateEndpoint,
  openRehearsalCheckoutEndpoint,
  rehearsePaymentEndpoint,
  verifyRehearsalIpnEndpoint,
  downloadInvoiceEndpoint,
  refundOrderEndpoint,
  withdrawRefundEndpoint,
  downloadCreditNoteEndpoint,
  getInvoiceNumberingEndpoint,
  setInvoiceNumberingEndpoint,
  getBriefEndpoint,
  saveBriefEndpoint,
  reopenBriefEndpoint,
  listOrderMessagesEndpoint,
  addOrderMessageEndpoint,
  markOrderMessagesReadEndpoint,
  listUnreadConversationsEndpoint,
  uploadOrderFileEndpoint,
  downloadOrderFileEndpoint,
  listOrderFilesEndpoint,
  getOrderWorkEndpoint,
  listWaitingEndpoint,
  startMonthEndpoint,
  addDeliverableEndpoint,
  updateDeliverableEndpoint,
  decideOutcomeEndpoint,
  cancelOpenDeliverablesEndpoint,
  answerDraftEndpoint,
  listWorkEndpoint,
  countWorkEndpoint,
  stopRemindersEndpoint,
  getGoingLiveEndpoint,
  confirmPayeeEndpoint,
  decideSearchEnginesEndpoint,
  listMailProblemsEndpoint,
  retryEmailEndpoint,
  listEmailTemplatesEndpoint,
  previewEmailEndpoint,
  listReachedLimitsEndpoint,
  listAuditEntriesEndpoint,
  listOutdatedBusinessFactsEndpoint,
  updateOutdatedBusinessFactsEndpoint,
  listPageFactsEndpoint,
  loadPageDataEndpoint,
  listContentCountsEndpoint,
  searchContentEndpoint,
  uploadMediaEndpoint,
  listMediaEndpoint,
  getMediaEndpoint,
  updateMediaEndpoint,
  deleteMediaEndpoint,
  undeleteMediaEndpoint,
  cropMediaEndpoint,
  listMediaUsesEndpoint,
  listIllustrationsEndpoint,
  listShownImageDetailsEndpoint,
  listRecordsOfKindsEndpoint,
  listRecordsEndpoint,
  getRecordEndpoint,
  deleteRecordEndpoint,
  undeleteRecordEndpoint,
  listTrashEndpoint,
  reorderRecordsEndpoint,
  setRecordVisibilityEndpoint,
  keepSamplesEndpoint,
  listRecordVersionsEndpoint,
  restoreRecordVersionEndpoint,
  listAutosavesEndpoint,
  getAutosaveEndpoint,
  saveAutosaveEndpoint,
  deleteAutosaveEndpoint,
  getReleaseEndpoint,
  listStagedRecordsEndpoint,
  publishReleaseEndpoint,
  restoreDiscardedChangesEndpoint,
  undoPublishEndpoint,
  discardStagedChangesEndpoint,
  scheduleReleaseEndpoint,
  exportContentEndpoint,
  importContentEndpoint,
  getVisitTotalsEndpoint,
  getOldPathHitsEndpoint,
  importRedirectsEndpoint,
  auditSiteEndpoint,
  auditProposedChangeEndpoint,
])

/** Returns the method and the path without parameter names. */
export function getEndpointName({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path.replace(/:\w+/g, ':')}`
}

/** Throws if two endpoints declare the same method and path. */
export function assertUniqueEndpoints(all: readonly Endpoint[]): readonly Endpoint[] {
  const names = all.map(getEndpointName)
  const duplicateName = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicateName) throw new Error(`${duplicateName} is declared twice`)
  return all
}
