import type { ReactNode } from 'react'
import type { PaymentStanding } from '../../contract/payments.ts'
import { sayMoments } from '../../contract/time-zone.ts'

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

// The server does not know the reader's clock.
const sayUtc = sayMoments('UTC')

/** When something happened, `at` in epoch ms. */
export function When({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{sayUtc(at)} UTC</time>
}
