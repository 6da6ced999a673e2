import type { PaymentEvidenceReply, PaymentFactInEvidence } from '#contract/sales/payment-evidence.ts'
import type { ReviewFlag } from '#contract/sales/payment-review-flags.ts'
import type { FormSubmission } from '../../forms/form-submission.tsx'
import { AdminSection } from '../../shell/admin-section.tsx'
import { CloseFlagForm, UndoAcceptanceForm } from '../payments/close-flag-form.tsx'
import { ReviewFlagSummary } from '../payments/review-flag-summary.tsx'
import { PaymentDifferenceList } from './evidence/payment-technical-details.tsx'

/** Lists an order's open flags, each with the payment's differences and the form that closes the flag. */
export function OpenReviewFlagsPanel({
  evidence: { flags, notices, otherFacts },
  submission,
}: {
  evidence: PaymentEvidenceReply
  submission: FormSubmission
}) {
  const facts = [...notices.flatMap((notice) => notice.facts), ...otherFacts]
  const openFlags = flags.filter(({ closedAt }) => closedAt === null)
  const findFact = (flag: ReviewFlag) =>
    flag.kind === 'review' ? facts.find(({ transactionId }) => transactionId === flag.transactionId) : undefined
  if (openFlags.length === 0) return null
  return (
    <AdminSection headingId="flags-title" heading="Action needed" className="sheet-needed">
      <ul>
        {openFlags.map((flag) => (
          <li key={flag._id} className="grid gap-3 border-t border-rule-light px-4 py-4 md:px-5">
            <ReviewFlagSummary flag={flag} isOnOrderPage />
            {findFact(flag)?.differences && <PaymentDifferenceList fact={findFact(flag) as PaymentFactInEvidence} />}
            <div className="print:hidden">
              <CloseFlagForm flag={flag} submission={submission} look={flag.kind === 'review' ? 'filled' : 'outline'} />
            </div>
          </li>
        ))}
      </ul>
    </AdminSection>
  )
}

/** Lists an order's closed flags and how they ended. */
export function ClosedReviewFlags({ flags, submission }: { flags: readonly ReviewFlag[]; submission: FormSubmission }) {
  const closedFlags = flags.filter(({ closedAt }) => closedAt !== null)
  if (closedFlags.length === 0) return null
  return (
    <AdminSection headingId="closed-title" heading="Closed">
      <ul>
        {closedFlags.map((flag) => (
          <li key={flag._id} className="grid gap-3 border-t border-rule-light px-4 py-4 md:px-5">
            <ReviewFlagSummary flag={flag} isOnOrderPage />
            {flag.action === 'accepted' && <UndoAcceptanceForm flag={flag} submission={submission} />}
          </li>
        ))}
      </ul>
    </AdminSection>
  )
}
