import type { EvidenceFact, PaymentEvidence, PaymentFlagRecord } from '../../../../contract/sales/payment-evidence.ts'
import type { Saving } from '../../forms/saving.tsx'
import { FlagForm } from '../payments/flag-form.tsx'
import { FlagText } from '../payments/flag-text.tsx'
import { Differences } from './evidence/technical-details.tsx'

/** What of an order needs a person, with what differs and the form that closes it. */
export function OpenFlags({ evidence: { flags, notices, otherFacts }, saving }: { evidence: PaymentEvidence; saving: Saving }) {
  const facts = [...notices.flatMap((notice) => notice.facts), ...otherFacts]
  const open = flags.filter(({ closedAt }) => closedAt === null)
  const factOf = (flag: PaymentFlagRecord) =>
    flag.kind === 'review' ? facts.find(({ transactionId }) => transactionId === flag.transactionId) : undefined
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
            {factOf(flag)?.differences && <Differences fact={factOf(flag) as EvidenceFact} />}
            <div className="print:hidden">
              <FlagForm flag={flag} saving={saving} look={flag.kind === 'review' ? 'filled' : 'outline'} />
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
