import { deleteAutosave, getAutosave, listAutosaves, saveAutosave } from './content/autosaves.ts'
import { listContentCounts } from './content/content-counts.ts'
import { getContentKindEndpoints } from './content/content-kind-endpoints.ts'
import {
  deleteRecord,
  getRecord,
  listRecords,
  listRecordsOfKinds,
  listTrash,
  reorderRecords,
  setRecordVisibility,
  undeleteRecord,
} from './content/content-records.ts'
import { searchContent } from './content/content-search.ts'
import { exportContent, importContent } from './content/content-transfer.ts'
import {
  cropMedia,
  deleteMedia,
  getMedia,
  listIllustrations,
  listImageDetails,
  listMedia,
  listMediaUses,
  undeleteMedia,
  updateMedia,
  uploadMedia,
} from './content/media.ts'
import { listOutdatedBusinessFacts, updateOutdatedBusinessFacts } from './content/outdated-business-facts.ts'
import { listRecordVersions, restoreRecordVersion } from './content/record-history.ts'
import { discardStagedChanges, getRelease, listStagedRecords, publishRelease, scheduleRelease } from './content/release.ts'
import { auditProposedChange, auditSite } from './content/site-audit.ts'
import { contentKinds } from './content-kinds.ts'
import type { Endpoint } from './core/endpoint.ts'
import { listPageFacts } from './core/page-facts.ts'
import {
  addMessage,
  getMessage,
  getMessageCounts,
  getNextUnreadMessage,
  issueMessageFormToken,
  listMessages,
  moveMessage,
  setMessageStatus,
  updateMessages,
} from './inbox/messages.ts'
import { addSubscriber, confirmSubscription, endSubscription, exportSubscribers, listSubscribers } from './inbox/subscribers.ts'
import { listAuditEntries } from './operations/audit.ts'
import { listMailProblems, retryEmail } from './operations/mail-problems.ts'
import { listReachedLimits } from './operations/reached-limits.ts'
import { createFirstAdmin, getSetupState, register, signIn, signOut } from './people/accounts.ts'
import { listAdminUsers, removeUser, resendAdminInvitation } from './people/admin-users.ts'
import {
  betterAuthRequestPasswordReset,
  betterAuthSignIn,
  betterAuthSignOut,
  betterAuthSignUp,
  getBetterAuthSession,
  getSigningKeys,
  identityProviderCallback,
} from './people/better-auth.ts'
import { startIdentityProviderSignIn } from './people/identity-provider.ts'
import { requestPasswordReset, resendVerificationEmail, resetPassword, verifyEmail } from './people/passwords.ts'
import {
  confirmSecondFactorSetup,
  disableSecondFactor,
  regenerateRecoveryCodes,
  startSecondFactorSetup,
  verifyRecoveryCode,
  verifySecondFactor,
} from './people/second-factor.ts'
import {
  changePassword,
  confirmPassword,
  endOtherSessions,
  endSession,
  getOwnAccount,
  listOwnSessions,
} from './people/sessions.ts'
import { addUser, getUser, listUsers, updateUser } from './people/user-records.ts'
import { confirmPayee, decideSearchEngines, getGoingLive } from './sales/going-live.ts'
import { downloadCreditNote, downloadInvoice, getInvoiceNumbering, setInvoiceNumbering } from './sales/invoices.ts'
import {
  exportAccountingCsv,
  exportOrdersCsv,
  getOrder,
  getOwnOrderTotals,
  getSalesTotals,
  listOrders,
  placeOrder,
  setOrderStatus,
} from './sales/orders.ts'
import { closeReviewFlag, getPaymentEvidence, listReviewFlags, refreshPaymentFacts } from './sales/payment-evidence.ts'
import { receivePayPalIpn, receivePayPalWebhook, receiveRehearsalIpn } from './sales/payment-notices.ts'
import {
  beginPayment,
  cancelOrder,
  getOrderTimeline,
  getPaymentState,
  markOrderPaid,
  refreshPaymentState,
  undoMarkOrderPaid,
} from './sales/payments.ts'
import { refundOrder, withdrawRefund } from './sales/refunds.ts'
import { getRehearsalState, openRehearsalCheckout, rehearsePayment, verifyRehearsalIpn } from './sales/rehearsal-checkout.ts'
import { loadPageData } from './site/page-data.ts'
import { getVisitTotals } from './site/visits.ts'

/** Every call of the product. The server doesn't start if a call lacks its handler. */
export const endpoints: readonly Endpoint[] = assertUniqueEndpoints([
  ...contentKinds.flatMap((contentKind) =>
    Object.values(getContentKindEndpoints(contentKind)).filter((one) => one !== undefined),
  ),
  listUsers,
  getUser,
  addUser,
  updateUser,
  listAdminUsers,
  resendAdminInvitation,
  removeUser,
  register,
  signIn,
  signOut,
  startIdentityProviderSignIn,
  getSetupState,
  createFirstAdmin,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
  resendVerificationEmail,
  getOwnAccount,
  confirmPassword,
  changePassword,
  listOwnSessions,
  endSession,
  endOtherSessions,
  startSecondFactorSetup,
  confirmSecondFactorSetup,
  verifySecondFactor,
  verifyRecoveryCode,
  disableSecondFactor,
  regenerateRecoveryCodes,
  betterAuthSignUp,
  betterAuthSignIn,
  betterAuthSignOut,
  getBetterAuthSession,
  betterAuthRequestPasswordReset,
  identityProviderCallback,
  getSigningKeys,
  addSubscriber,
  confirmSubscription,
  endSubscription,
  listSubscribers,
  exportSubscribers,
  addMessage,
  issueMessageFormToken,
  listMessages,
  getMessage,
  setMessageStatus,
  moveMessage,
  updateMessages,
  getMessageCounts,
  getNextUnreadMessage,
  placeOrder,
  listOrders,
  getOrder,
  setOrderStatus,
  exportOrdersCsv,
  exportAccountingCsv,
  getOwnOrderTotals,
  getSalesTotals,
  cancelOrder,
  getPaymentState,
  beginPayment,
  refreshPaymentState,
  getOrderTimeline,
  markOrderPaid,
  undoMarkOrderPaid,
  getPaymentEvidence,
  refreshPaymentFacts,
  listReviewFlags,
  closeReviewFlag,
  receivePayPalIpn,
  receivePayPalWebhook,
  receiveRehearsalIpn,
  getRehearsalState,
  openRehearsalCheckout,
  rehearsePayment,
  verifyRehearsalIpn,
  downloadInvoice,
  refundOrder,
  withdrawRefund,
  downloadCreditNote,
  getInvoiceNumbering,
  setInvoiceNumbering,
  getGoingLive,
  confirmPayee,
  decideSearchEngines,
  listMailProblems,
  retryEmail,
  listReachedLimits,
  listAuditEntries,
  listOutdatedBusinessFacts,
  updateOutdatedBusinessFacts,
  listPageFacts,
  loadPageData,
  listContentCounts,
  searchContent,
  uploadMedia,
  listMedia,
  getMedia,
  updateMedia,
  deleteMedia,
  undeleteMedia,
  cropMedia,
  listMediaUses,
  listIllustrations,
  listImageDetails,
  listRecordsOfKinds,
  listRecords,
  getRecord,
  deleteRecord,
  undeleteRecord,
  listTrash,
  reorderRecords,
  setRecordVisibility,
  listRecordVersions,
  restoreRecordVersion,
  listAutosaves,
  getAutosave,
  saveAutosave,
  deleteAutosave,
  getRelease,
  listStagedRecords,
  publishRelease,
  discardStagedChanges,
  scheduleRelease,
  exportContent,
  importContent,
  getVisitTotals,
  auditSite,
  auditProposedChange,
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
