import type { ReactNode } from 'react'
import { formatMomentWithZone } from '../../contract/grammar/business-time.ts'
import { creditNoteAddress } from '../../contract/sales/invoices.ts'
import { MISMATCH, type PaymentStanding } from '../../contract/sales/payments.ts'
import { useBusiness } from '../layout/frame-content.ts'
import { LinkButton } from '../ui/link-button.tsx'

type Props = { facts: readonly (readonly [name: string, value: ReactNode] | false | undefined)[] }

/** What is known of an order or a payment, name by name; what does not apply is left out. */
export function Facts({ facts }: Props) {
  return (
    <dl className="facts">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** On every page of a payment that only looks like one. */
export function RehearsalNote({ isRehearsal }: Pick<PaymentStanding, 'isRehearsal'>) {
  return isRehearsal && <p className="account-notice">Rehearsal: no money moves</p>
}

/** Explains a payment that doesn't match, or a second payment, to the customer. */
export function PaymentNotes({ state, isPaidTwice }: Pick<PaymentStanding, 'state' | 'isPaidTwice'>) {
  if (state === 'mismatch') return <p className="account-notice">{MISMATCH}</p>
  return (
    isPaidTwice && (
      <p className="account-notice">You paid twice. We will refund the second payment. You don’t need to do anything.</p>
    )
  )
}

/** Shows a moment (epoch ms) in the business's time zone, with the zone's name. */
export function When({ at }: { at: number }) {
  const { timeZone } = useBusiness()
  return <time dateTime={new Date(at).toISOString()}>{formatMomentWithZone(timeZone, at)}</time>
}

/** Links to the credit notes of an order. */
export function CreditNotes({ id, standing: { creditNotes } }: { id: string; standing: PaymentStanding }) {
  return creditNotes.map(({ number }) => (
    <LinkButton key={number} href={creditNoteAddress(id, number)} look="outline">
      {`Credit note ${number} (PDF)`}
    </LinkButton>
  ))
}
