import { createFirstAdmin, register, setUpState, signIn, signOut } from './accounts.ts'
import { inviteAdmin, listAdminUsers, removeUser } from './admin-users.ts'
import { listAuditEntries } from './audit.ts'
import {
  libraryPasswordReset,
  librarySession,
  librarySignIn,
  librarySignOut,
  librarySignUp,
  providerCallback,
  signingKeys,
} from './better-auth.ts'
import {
  deleteRecord,
  listContent,
  listRecords,
  listTrash,
  oneRecord,
  orderRecords,
  setVisibility,
  undeleteRecord,
} from './content-records.ts'
import { searchContent } from './content-search.ts'
import { listContentTallies } from './content-tallies.ts'
import type { Endpoint } from './endpoint.ts'
import { confirmPayee, decideSearchEngines, goingLive } from './going-live.ts'
import { recordHistory, restoreVersion } from './history.ts'
import { creditNoteFile, invoiceFile, invoiceNumbering, setInvoiceNumbering } from './invoices.ts'
import { listMailProblems, retryMail } from './mail-problems.ts'
import {
  addMedia,
  changeMedia,
  cropMedia,
  listDrawings,
  listMedia,
  listPictureFacts,
  oneMedia,
  removeMedia,
  restoreMedia,
  usesOfMedia,
} from './media.ts'
import {
  addMessage,
  changeMessages,
  listMessages,
  markMessage,
  messageTotals,
  moveMessage,
  nextUnread,
  oneMessage,
  openMessageForm,
} from './messages.ts'
import {
  exportAccounting,
  exportOrders,
  listOrders,
  newOrder,
  oneOrder,
  ownOrderTotals,
  salesTotals,
  setOrderStatus,
} from './orders.ts'
import { listOutdatedFacts, updateOutdatedFacts } from './outdated-facts.ts'
import { endOwnDraft, keepOwnDraft, listOwnDrafts, readOwnDraft } from './own-drafts.ts'
import { pageData } from './page-data.ts'
import { listPageFacts } from './page-facts.ts'
import { requestPasswordReset, resendVerification, resetPassword, verifyEmail } from './passwords.ts'
import { askGateway, closePaymentFlag, listPaymentFlags, paymentEvidence } from './payment-evidence.ts'
import { payPalNotice, payPalWebhook, rehearsalNotice } from './payment-notices.ts'
import { beginPayment, cancelOrder, confirmPayment, markPaid, orderStory, paymentOf, takeBackPaid } from './payments.ts'
import { startProviderSignIn } from './provider.ts'
import { listReachedLimits } from './reached-limits.ts'
import { refundOrder, withdrawRefund } from './refunds.ts'
import { openRehearsal, rehearsalState, rehearsalVerification, rehearsePayment } from './rehearsal.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  recoverSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  verifySecondFactor,
} from './second-factor.ts'
import { endpointsOf } from './section-endpoints.ts'
import { user } from './sections/user.ts'
import { sections } from './sections.ts'
import { changePassword, confirmPassword, endOtherSessions, endSession, ownAccount, ownSessions } from './sessions.ts'
import { checkChange, checkSite } from './site-checks.ts'
import { discardDraft, listDrafted, publishDraft, readDraft, scheduleDraft } from './site-draft.ts'
import { addSubscriber, confirmSubscription, endSubscription, exportSubscribers, listSubscribers } from './subscribers.ts'
import { exportContent, importContent } from './transfer.ts'
import { visitTotals } from './visits.ts'

/** Every call of the product; the server refuses to start where one lacks a handler. */
export const endpoints: readonly Endpoint[] = refuseDuplicateCalls([
  ...[...sections, user].flatMap((section) => Object.values(endpointsOf(section)).filter((one) => one !== undefined)),
  listAdminUsers,
  inviteAdmin,
  removeUser,
  register,
  signIn,
  signOut,
  startProviderSignIn,
  setUpState,
  createFirstAdmin,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
  resendVerification,
  ownAccount,
  confirmPassword,
  changePassword,
  ownSessions,
  endSession,
  endOtherSessions,
  beginSecondFactor,
  confirmSecondFactor,
  verifySecondFactor,
  recoverSecondFactor,
  turnOffSecondFactor,
  renewRecoveryCodes,
  librarySignUp,
  librarySignIn,
  librarySignOut,
  librarySession,
  libraryPasswordReset,
  providerCallback,
  signingKeys,
  addSubscriber,
  confirmSubscription,
  endSubscription,
  listSubscribers,
  exportSubscribers,
  addMessage,
  openMessageForm,
  listMessages,
  oneMessage,
  markMessage,
  moveMessage,
  changeMessages,
  messageTotals,
  nextUnread,
  newOrder,
  listOrders,
  oneOrder,
  setOrderStatus,
  exportOrders,
  exportAccounting,
  ownOrderTotals,
  salesTotals,
  cancelOrder,
  paymentOf,
  beginPayment,
  confirmPayment,
  orderStory,
  markPaid,
  takeBackPaid,
  paymentEvidence,
  askGateway,
  listPaymentFlags,
  closePaymentFlag,
  payPalNotice,
  payPalWebhook,
  rehearsalNotice,
  rehearsalState,
  openRehearsal,
  rehearsePayment,
  rehearsalVerification,
  invoiceFile,
  refundOrder,
  withdrawRefund,
  creditNoteFile,
  invoiceNumbering,
  setInvoiceNumbering,
  goingLive,
  confirmPayee,
  decideSearchEngines,
  listMailProblems,
  retryMail,
  listReachedLimits,
  listAuditEntries,
  listOutdatedFacts,
  updateOutdatedFacts,
  listPageFacts,
  pageData,
  listContentTallies,
  searchContent,
  addMedia,
  listMedia,
  oneMedia,
  changeMedia,
  removeMedia,
  restoreMedia,
  cropMedia,
  usesOfMedia,
  listDrawings,
  listPictureFacts,
  listContent,
  listRecords,
  oneRecord,
  deleteRecord,
  undeleteRecord,
  listTrash,
  orderRecords,
  setVisibility,
  recordHistory,
  restoreVersion,
  listOwnDrafts,
  readOwnDraft,
  keepOwnDraft,
  endOwnDraft,
  readDraft,
  listDrafted,
  publishDraft,
  discardDraft,
  scheduleDraft,
  exportContent,
  importContent,
  visitTotals,
  checkSite,
  checkChange,
])

/** The name of a call, the same for two paths that differ only in what they call their parameters. */
export function callName({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path.replace(/:\w+/g, ':')}`
}

/** Throws where two endpoints claim one method and path. */
export function refuseDuplicateCalls(all: readonly Endpoint[]): readonly Endpoint[] {
  const names = all.map(callName)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`${twice} is declared twice`)
  return all
}
