import type { PaymentRefusalTexts } from './payment-gateway.ts'

const NOTHING_CHARGED = 'Nothing was charged.'

/** Builds a refusal that the customer can resolve with another card or account. */
function buildOtherMethodRefusal(reason: string, method = 'card or account', owner?: string): PaymentRefusalTexts {
  const customer = `${reason} ${NOTHING_CHARGED} Please pay again with another ${method}.`
  return { customer, next: 'otherMethod', ...(owner !== undefined && { owner }) }
}

function buildPayAgainRefusal(reason: string, steps = 'pay again', owner?: string): PaymentRefusalTexts {
  return { customer: `${reason} ${NOTHING_CHARGED} Please ${steps}.`, next: 'payAgain', ...(owner !== undefined && { owner }) }
}

/** Builds a refusal that only the owner can resolve. */
function buildContactUsRefusal(
  owner: string,
  reason = 'We can’t take payments by PayPal right now.',
  help = 'help',
): PaymentRefusalTexts {
  return { customer: `${reason} ${NOTHING_CHARGED} Please contact us, and we’ll ${help}.`, next: 'contactUs', owner }
}

/** The known refusals by the `issue` of PayPal's reply (Orders v2, "Create order" and "Capture payment"). */
export const PAYPAL_PAYMENT_REFUSALS: Readonly<Record<string, PaymentRefusalTexts>> = {
  INSTRUMENT_DECLINED: buildOtherMethodRefusal('Your bank or card company declined the payment.'),
  PAYER_ACTION_REQUIRED: buildPayAgainRefusal(
    'PayPal needs one more step from you before it can take the payment.',
    'pay again and follow PayPal’s steps to the end',
  ),
  TRANSACTION_REFUSED: buildOtherMethodRefusal(
    'PayPal refused this payment.',
    'card or account',
    'PayPal refused a customer’s payment. If it happens again, ask PayPal why.',
  ),
  DUPLICATE_INVOICE_ID: buildPayAgainRefusal(
    'PayPal didn’t take this payment, because its number was already used.',
    'pay again',
    'PayPal says that this payment’s invoice number was already used. Check at PayPal that the customer didn’t pay another way.',
  ),
  COMPLIANCE_VIOLATION: buildContactUsRefusal(
    'PayPal declined a payment because of its compliance rules. Ask PayPal what it needs, and help the customer pay another way.',
    'PayPal can’t take this payment because of its own rules.',
    'find another way',
  ),
  PAYEE_ACCOUNT_RESTRICTED: buildContactUsRefusal(
    'PayPal has restricted your account, so customers can’t pay. Log in to PayPal and resolve it.',
  ),
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: buildContactUsRefusal(
    'PayPal has locked or closed your account, so customers can’t pay. Contact PayPal.',
  ),
  PAYEE_ACCOUNT_INVALID: buildContactUsRefusal(
    'PayPal doesn’t accept your payment account, so customers can’t pay. Check the account under Payment account.',
  ),
  PAYEE_ACCOUNT_NOT_VERIFIED: buildContactUsRefusal(
    'Your PayPal account isn’t verified, so customers can’t pay. Log in to PayPal and confirm your email and bank account.',
  ),
  PAYER_CANNOT_PAY: buildOtherMethodRefusal('PayPal doesn’t let this account pay us.', 'account or card'),
  PAYER_ACCOUNT_RESTRICTED: buildOtherMethodRefusal('PayPal has restricted your account.', 'account or card'),
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: buildOtherMethodRefusal('PayPal has locked or closed your account.', 'account or card'),
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: buildOtherMethodRefusal('PayPal couldn’t use your payment method.'),
  CARD_EXPIRED: buildOtherMethodRefusal('Your card has expired.', 'card'),
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: buildOtherMethodRefusal('PayPal allows no more tries for this payment.'),
  TRANSACTION_LIMIT_EXCEEDED: buildOtherMethodRefusal('The amount is above the limit of your PayPal account.'),
  PAYMENT_DENIED: buildOtherMethodRefusal('PayPal denied this payment.'),
}

/** For an issue that isn't in the table. The owner's flag shows the issue. */
const UNKNOWN_REFUSAL = buildContactUsRefusal(
  'PayPal refused a payment for a reason that this program doesn’t know. Look for the payment at PayPal, and help the customer.',
  'PayPal didn’t take this payment.',
)

export function getTextsOfPayPalRefusal(issue: string): PaymentRefusalTexts {
  return Object.hasOwn(PAYPAL_PAYMENT_REFUSALS, issue) ? (PAYPAL_PAYMENT_REFUSALS[issue] ?? UNKNOWN_REFUSAL) : UNKNOWN_REFUSAL
}
