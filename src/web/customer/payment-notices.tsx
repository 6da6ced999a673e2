import { formatDecimalAmount, formatDollars, parseCents } from '#contract/core/money.ts'
import { type CustomerPaymentState, PAYMENT_MISMATCH_MESSAGE } from '#contract/sales/customer-payment.ts'
import { buildCreditNoteUrl } from '#contract/sales/invoices.ts'
import { OutlineLinkButton } from '../ui/link-button.tsx'

/** Marks every payment page of a rehearsal (P-100). */
export function RehearsalBanner({ isRehearsal }: Pick<CustomerPaymentState, 'isRehearsal'>) {
  return isRehearsal && <p className="account-notice">Rehearsal: no money moves</p>
}

/** Explains a payment that doesn't match, or a second payment, to the customer. */
export function MismatchOrSecondPaymentNotice({ state, isPaidTwice }: Pick<CustomerPaymentState, 'state' | 'isPaidTwice'>) {
  if (state === 'mismatch') return <p className="account-notice">{PAYMENT_MISMATCH_MESSAGE}</p>
  return (
    isPaidTwice && (
      <p className="account-notice">You paid twice. We’ll refund the second payment. You don’t need to do anything.</p>
    )
  )
}

/** Links to the credit notes of an order. */
export function CreditNoteLinks({ id, paymentState: { creditNotes } }: { id: string; paymentState: CustomerPaymentState }) {
  return creditNotes.map(({ number }) => (
    <OutlineLinkButton key={number} href={buildCreditNoteUrl(id, number)}>
      {`Credit note ${number} (PDF)`}
    </OutlineLinkButton>
  ))
}

/** Returns the rows about money that went back, and the parts that it is for. A reversal by the provider isn't a refund. */
export function listReturnedMoneyRows({ receipt, creditNotes }: CustomerPaymentState): [label: string, amount: string][] {
  if (!receipt || Number(receipt.refunded) <= 0) return []
  const reversedCents = parseCents(receipt.reversed) ?? 0
  const refundedCents = (parseCents(receipt.refunded) ?? 0) - reversedCents
  const parts = creditNotes.flatMap((note) => note.parts.map(({ title, amount }) => `${title}: ${formatDollars(amount)}`))
  const rows = [
    ['Refunded', refundedCents],
    ['Reversed', reversedCents],
  ] as const
  return [
    ...rows.flatMap(([label, cents]): [string, string][] =>
      cents > 0 ? [[label, formatDollars(formatDecimalAmount(cents))]] : [],
    ),
    ...(parts.length > 0 ? [['Refunded parts', parts.join('; ')] as [string, string]] : []),
    ['Net', formatDollars(receipt.net)],
  ]
}
