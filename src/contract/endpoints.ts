import { endpointsOf } from './content/content-kind-endpoints.ts'
import {
  deleteRecord,
  listContent,
  listRecords,
  listTrash,
  oneRecord,
  orderRecords,
  setVisibility,
  undeleteRecord,
} from './content/content-records.ts'
import { searchContent } from './content/content-search.ts'
import { listContentTallies } from './content/content-tallies.ts'
import { recordHistory, restoreVersion } from './content/history.ts'
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
} from './content/media.ts'
import { listOutdatedFacts, updateOutdatedFacts } from './content/outdated-facts.ts'
import { endOwnDraft, keepOwnDraft, listOwnDrafts, readOwnDraft } from './content/own-drafts.ts'
import { checkChange, checkSite } from './content/site-checks.ts'
import { discardDraft, listDrafted, publishDraft, readDraft, scheduleDraft } from './content/site-draft.ts'
import { exportContent, importContent } from './content/transfer.ts'
import { contentKinds } from './content-kinds.ts'
import type { Endpoint } from './grammar/endpoint.ts'
import { listPageFacts } from './grammar/page-facts.ts'
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
} from './inbox/messages.ts'
import { addSubscriber, confirmSubscription, endSubscription, exportSubscribers, listSubscribers } from './inbox/subscribers.ts'
import { listAuditEntries } from './operations/audit.ts'
import { listMailProblems, retryMail } from './operations/mail-problems.ts'
import { listReachedLimits } from './operations/reached-limits.ts'
import { createFirstAdmin, register, setUpState, signIn, signOut } from './people/accounts.ts'
import { inviteAdmin, listAdminUsers, removeUser } from './people/admin-users.ts'
import {
  libraryPasswordReset,
  librarySession,
  librarySignIn,
  librarySignOut,
  librarySignUp,
  providerCallback,
  signingKeys,
} from './people/better-auth.ts'
import { requestPasswordReset, resendVerification, resetPassword, verifyEmail } from './people/passwords.ts'
import { startProviderSignIn } from './people/provider.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  recoverSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  verifySecondFactor,
} from './people/second-factor.ts'
import { changePassword, confirmPassword, endOtherSessions, endSession, ownAccount, ownSessions } from './people/sessions.ts'
import { addUser, listUsers, oneUser, updateUser } from './people/user.ts'
import { confirmPayee, decideSearchEngines, goingLive } from './sales/going-live.ts'
import { creditNoteFile, invoiceFile, invoiceNumbering, setInvoiceNumbering } from './sales/invoices.ts'
import {
  exportAccounting,
  exportOrders,
  listOrders,
  newOrder,
  oneOrder,
  ownOrderTotals,
  salesTotals,
  setOrderStatus,
} from './sales/orders.ts'
import { askGateway, closePaymentFlag, listPaymentFlags, paymentEvidence } from './sales/payment-evidence.ts'
import { payPalNotice, payPalWebhook, rehearsalNotice } from './sales/payment-notices.ts'
import { beginPayment, cancelOrder, confirmPayment, markPaid, orderStory, paymentOf, takeBackPaid } from './sales/payments.ts'
import { refundOrder, withdrawRefund } from './sales/refunds.ts'
import { openRehearsal, rehearsalState, rehearsalVerification, rehearsePayment } from './sales/rehearsal.ts'
import { pageData } from './site/page-data.ts'
import { visitTotals } from './site/visits.ts'

/** Every call of the product; the server refuses to start where one lacks a handler. */
export const endpoints: readonly Endpoint[] = refuseDuplicateCalls([
  ...contentKinds.flatMap((contentKind) => Object.values(endpointsOf(contentKind)).filter((one) => one !== undefined)),
  listUsers,
  oneUser,
  addUser,
  updateUser,
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
