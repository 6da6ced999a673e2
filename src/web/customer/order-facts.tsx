import type { ReactNode } from 'react'
import { formatMomentWithZone } from '../../contract/business-time.ts'
import type { PaymentStanding } from '../../contract/payments.ts'
import { useBusiness } from '../layout/frame-content.ts'

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

/** When something happened, `at` in epoch ms, by the clocks of the business. */
export function When({ at }: { at: number }) {
  const { timeZone } = useBusiness()
  return <time dateTime={new Date(at).toISOString()}>{formatMomentWithZone(timeZone, at)}</time>
}
