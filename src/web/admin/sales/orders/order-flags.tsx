import type { PaymentEvidence, PaymentFlagRecord } from '../../../../contract/sales/payment-evidence.ts'
import type { Saving } from '../../forms/saving.tsx'
import { FlagForm } from '../payments/flag-form.tsx'
import { FlagText } from '../payments/flag-text.tsx'
import { openReviewOf } from './evidence/told-panel.tsx'

/** What of an order needs a person, but for what stands beside the notice that it is about. */
export function OpenFlags({ evidence: { flags, notices, otherFacts }, saving }: { evidence: PaymentEvidence; saving: Saving }) {
  const facts = [...notices.flatMap((notice) => notice.facts), ...otherFacts]
  const elsewhere = facts.map((fact) => openReviewOf(fact, flags))
  const open = flags.filter((flag) => flag.closedAt === null && !elsewhere.includes(flag))
  if (open.length === 0) return null
  return (
    <section aria-labelledby="flags-title" className="sheet sheet-needed">
      <header>
        <h2 id="flags-title">Needs you</h2>
      </header>
      <ul>
        {open.map((flag) => (
          <li key={flag._id} className="grid gap-3 border-t border-rule-light px-4 py-4 md:px-5">
            <FlagText flag={flag} isOfOrder />
            <div className="print:hidden">
              <FlagForm flag={flag} saving={saving} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What needed somebody before, with how it ended. */
export function ClosedFlags({ flags }: { flags: readonly PaymentFlagRecord[] }) {
  const closed = flags.filter(({ closedAt }) => closedAt !== null)
  if (closed.length === 0) return null
  return (
    <section aria-labelledby="closed-title" className="sheet">
      <header>
        <h2 id="closed-title">Looked after</h2>
      </header>
      <ul>
        {closed.map((flag) => (
          <li key={flag._id} className="border-t border-rule-light px-4 py-4 md:px-5">
            <FlagText flag={flag} isOfOrder />
          </li>
        ))}
      </ul>
    </section>
  )
}
