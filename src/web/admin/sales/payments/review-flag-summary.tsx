import { Link } from 'react-router'
import { formatAmountWithCurrency } from '#contract/core/money.ts'
import type { ReviewFlag } from '#contract/sales/payment-review-flags.ts'
import { buildAdminOrderPath } from '../../admin-paths.ts'
import { Chip } from '../../shell/chip.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { describeFlagClosure, reviewFlagCopy } from './review-flag-copy.ts'

export function ReviewFlagSummary({ flag, isOnOrderPage }: { flag: ReviewFlag; isOnOrderPage?: boolean }) {
  const { kind, detail, order, transactionId, amount, currency, raisedAt, dueAt, note } = flag
  const { name, sentence } = reviewFlagCopy[kind]
  const closingNote = describeFlagClosure(flag)
  return (
    <div className="grid max-w-[65ch] gap-1">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        {name}
        {closingNote !== undefined && <Chip tone="neutral">Closed</Chip>}
      </h3>
      {closingNote === undefined && <p>{sentence}</p>}
      {detail !== null && <p>{detail}</p>}
      <p className="flex flex-wrap gap-x-4 text-help text-muted">
        {order && !isOnOrderPage && (
          <Link to={buildAdminOrderPath(order._id)} className="inline-block py-0.5 underline">
            Order {order.number}
          </Link>
        )}
        {amount !== null && <span>{formatAmountWithCurrency(amount, currency)}</span>}
        {transactionId !== null && <span>Transaction {transactionId}</span>}
        <DateTime at={raisedAt} />
      </p>
      {kind === 'dispute' && closingNote === undefined && (
        <p className="font-semibold">
          {dueAt === null ? (
            'We don’t know the deadline. Look it up at the provider today.'
          ) : (
            <>
              Answer by <DateTime at={dueAt} />
            </>
          )}
        </p>
      )}
      {closingNote !== undefined && (
        <p className="text-help">
          {closingNote}
          {flag.closedAt !== null && (
            <>
              , <DateTime at={flag.closedAt} />
            </>
          )}
          {note && <>: “{note}”</>}
        </p>
      )}
    </div>
  )
}
