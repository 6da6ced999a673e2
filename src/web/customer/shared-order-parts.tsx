import type { ReactNode } from 'react'
import { formatDate, formatDateTimeWithZone } from '../../contract/core/format-dates-and-times.ts'
import { buildCreditNoteUrl } from '../../contract/sales/invoices.ts'
import type { Order } from '../../contract/sales/orders.ts'
import { type CustomerPaymentState, PAYMENT_MISMATCH_MESSAGE } from '../../contract/sales/payments.ts'
import { useBusiness } from '../layout/use-site-frame-content.ts'
import { SUPPORT_ORDER_PARAM } from '../return-path.ts'
import { LinkButton } from '../ui/link-button.tsx'

type Props = { details: readonly (readonly [name: string, value: ReactNode] | false | undefined)[] }

/** Lists names with their values. Skips entries that are false or undefined. */
export function DetailList({ details }: Props) {
  return (
    <dl className="facts">
      {details.map(
        (detail) =>
          detail && (
            <div key={detail[0]}>
              <dt>{detail[0]}</dt>
              <dd>{detail[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Marks every payment page of a rehearsal (P-100). */
export function RehearsalBanner({ isRehearsal }: Pick<CustomerPaymentState, 'isRehearsal'>) {
  return isRehearsal && <p className="account-notice">Rehearsal: no money moves</p>
}

/** Explains a payment that doesn't match, or a second payment, to the customer. */
export function PaymentProblemWarnings({ state, isPaidTwice }: Pick<CustomerPaymentState, 'state' | 'isPaidTwice'>) {
  if (state === 'mismatch') return <p className="account-notice">{PAYMENT_MISMATCH_MESSAGE}</p>
  return (
    isPaidTwice && (
      <p className="account-notice">You paid twice. We’ll refund the second payment. You don’t need to do anything.</p>
    )
  )
}

/** Shows a moment (epoch ms) in the business's time zone, with the zone's name. */
export function FormattedBusinessTime({ at }: { at: number }) {
  const { timeZone } = useBusiness()
  return <time dateTime={new Date(at).toISOString()}>{formatDateTimeWithZone(timeZone, at)}</time>
}

/** Shows the day of a moment (epoch ms) in the business's time zone. */
export function FormattedBusinessDate({ at }: { at: number }) {
  const { timeZone } = useBusiness()
  return <time dateTime={new Date(at).toISOString()}>{formatDate(timeZone, at)}</time>
}

/** Opens the contact form with the order's number, name and email filled in. */
export function buildOrderSupportUrl({ _id }: Pick<Order, '_id'>): string {
  return `/contact?${new URLSearchParams({ [SUPPORT_ORDER_PARAM]: _id })}#message-form`
}

/** Links to the credit notes of an order. */
export function CreditNoteLinks({ id, paymentState: { creditNotes } }: { id: string; paymentState: CustomerPaymentState }) {
  return creditNotes.map(({ number }) => (
    <LinkButton key={number} href={buildCreditNoteUrl(id, number)} buttonStyle="outline">
      {`Credit note ${number} (PDF)`}
    </LinkButton>
  ))
}
