import { Link } from 'react-router'
import { dollarsAndCents } from '../../../../contract/grammar/money.ts'
import type { PaymentFlagRecord } from '../../../../contract/sales/payment-evidence.ts'
import { Chip } from '../../shell/chip.tsx'
import { Moment } from '../../shell/live.tsx'
import { orderPath } from '../../site-map.ts'
import { endOf, flagWords } from './flag-words.ts'

/** A flag in words: what it is about, what happened, how it ended. */
export function FlagText({
  flag,
  isOfOrder,
}: {
  flag: PaymentFlagRecord /** Stands on the page of its order. */
  isOfOrder?: boolean
}) {
  const { kind, detail, order, transactionId, amount, currency, raisedAt, dueAt, note } = flag
  const { name, sentence } = flagWords[kind]
  const end = endOf(flag)
  return (
    <div className="grid max-w-[65ch] gap-1">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        {name}
        {end !== undefined && <Chip tone="neutral">Closed</Chip>}
      </h3>
      <p>{sentence}</p>
      {detail !== null && <p>{detail}</p>}
      <p className="flex flex-wrap gap-x-4 text-help text-muted">
        {order && !isOfOrder && (
          <Link to={orderPath(order._id)} className="inline-block py-0.5 underline">
            Order {order.number}
          </Link>
        )}
        {amount !== null && <span>{moneyIn(amount, currency)}</span>}
        {transactionId !== null && <span>Transaction {transactionId}</span>}
        <Moment at={raisedAt} />
      </p>
      {kind === 'dispute' && end === undefined && (
        <p className="font-semibold">
          {dueAt === null ? (
            'The notice names no deadline: look it up at the provider today.'
          ) : (
            <>
              Answer by <Moment at={dueAt} />
            </>
          )}
        </p>
      )}
      {end !== undefined && (
        <p className="text-help">
          {end}
          {flag.closedAt !== null && (
            <>
              , <Moment at={flag.closedAt} />
            </>
          )}
          {note && <>: “{note}”</>}
        </p>
      )}
    </div>
  )
}

/** Money of any country: ours as everywhere, another with its name. */
export function moneyIn(amount: string, currency: string | null): string {
  return currency === null || currency === 'USD' ? dollarsAndCents(amount) : `${amount} ${currency}`
}
