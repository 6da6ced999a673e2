import type { ProviderRefusal } from './gateway.ts'

const NOTHING_CHARGED = 'Nothing was charged.'

/**
 * What PayPal refuses, by the `issue` of its reply (Orders v2, "Create order" and "Capture payment"): what the customer
 * reads, what they can do next, and what the owner has to know.
 */
export const REFUSALS: Readonly<Record<string, ProviderRefusal>> = {
  INSTRUMENT_DECLINED: {
    customer: `Your bank or card company declined the payment. ${NOTHING_CHARGED} Please pay again with another card or account.`,
    next: 'otherMethod',
  },
  PAYER_ACTION_REQUIRED: {
    customer: `PayPal needs one more step from you before it can take the payment. ${NOTHING_CHARGED} Please pay again and follow PayPal’s steps to the end.`,
    next: 'payAgain',
  },
  TRANSACTION_REFUSED: {
    customer: `PayPal refused this payment. ${NOTHING_CHARGED} Please pay again with another card or account.`,
    next: 'otherMethod',
    owner: 'PayPal refused a customer’s payment. If it happens again, ask PayPal why.',
  },
  DUPLICATE_INVOICE_ID: {
    customer: `PayPal didn’t take this payment, because its number was used before. ${NOTHING_CHARGED} Please pay again.`,
    next: 'payAgain',
    owner:
      'PayPal says that this payment’s invoice number was used before. Check at PayPal that the customer didn’t pay another way.',
  },
  COMPLIANCE_VIOLATION: {
    customer: `PayPal can’t take this payment because of its own rules. ${NOTHING_CHARGED} Please contact us, and we’ll find another way.`,
    next: 'contactUs',
    owner:
      'PayPal declined a payment because of its compliance rules. Ask PayPal what it needs, and help the customer pay another way.',
  },
  PAYEE_ACCOUNT_RESTRICTED: {
    customer: `We can’t take payments by PayPal right now. ${NOTHING_CHARGED} Please contact us, and we’ll help.`,
    next: 'contactUs',
    owner: 'PayPal has restricted your account, so customers can’t pay. Log in to PayPal and resolve it.',
  },
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: {
    customer: `We can’t take payments by PayPal right now. ${NOTHING_CHARGED} Please contact us, and we’ll help.`,
    next: 'contactUs',
    owner: 'PayPal has locked or closed your account, so customers can’t pay. Contact PayPal.',
  },
  PAYEE_ACCOUNT_INVALID: {
    customer: `We can’t take payments by PayPal right now. ${NOTHING_CHARGED} Please contact us, and we’ll help.`,
    next: 'contactUs',
    owner: 'PayPal doesn’t accept your payment account, so customers can’t pay. Check the account under Payment account.',
  },
  PAYEE_ACCOUNT_NOT_VERIFIED: {
    customer: `We can’t take payments by PayPal right now. ${NOTHING_CHARGED} Please contact us, and we’ll help.`,
    next: 'contactUs',
    owner:
      'Your PayPal account isn’t verified, so customers can’t pay. Log in to PayPal and confirm your email and bank account.',
  },
  PAYER_CANNOT_PAY: {
    customer: `PayPal doesn’t let this account pay us. ${NOTHING_CHARGED} Please pay again with another account or card.`,
    next: 'otherMethod',
  },
  PAYER_ACCOUNT_RESTRICTED: {
    customer: `PayPal has restricted your account. ${NOTHING_CHARGED} Please pay again with another account or card.`,
    next: 'otherMethod',
  },
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: {
    customer: `PayPal has locked or closed your account. ${NOTHING_CHARGED} Please pay again with another account or card.`,
    next: 'otherMethod',
  },
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: {
    customer: `PayPal couldn’t use your way to pay. ${NOTHING_CHARGED} Please pay again with another card or account.`,
    next: 'otherMethod',
  },
  CARD_EXPIRED: {
    customer: `Your card has expired. ${NOTHING_CHARGED} Please pay again with another card.`,
    next: 'otherMethod',
  },
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: {
    customer: `PayPal allows no more tries for this payment. ${NOTHING_CHARGED} Please pay again with another card or account.`,
    next: 'otherMethod',
  },
  TRANSACTION_LIMIT_EXCEEDED: {
    customer: `The amount is above the limit of your PayPal account. ${NOTHING_CHARGED} Please pay again with another card or account.`,
    next: 'otherMethod',
  },
  PAYMENT_DENIED: {
    customer: `PayPal denied this payment. ${NOTHING_CHARGED} Please pay again with another card or account.`,
    next: 'otherMethod',
  },
}

/** Every issue that the table doesn't know: the customer isn't left waiting, and the owner hears its name. */
const UNKNOWN: ProviderRefusal = {
  customer: `PayPal didn’t take this payment. ${NOTHING_CHARGED} Please contact us, and we’ll help.`,
  next: 'contactUs',
  owner:
    'PayPal refused a payment for a reason that this program doesn’t know. Look for the payment at PayPal, and help the customer.',
}

export function refusalFor(issue: string): ProviderRefusal {
  return Object.hasOwn(REFUSALS, issue) ? (REFUSALS[issue] ?? UNKNOWN) : UNKNOWN
}
