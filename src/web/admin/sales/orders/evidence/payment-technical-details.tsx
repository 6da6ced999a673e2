import type { EvidenceNotice, PaymentEvidenceReply, PaymentFactInEvidence } from '#contract/sales/payment-evidence.ts'
import { getButtonClass } from '#web/admin/shell/button.tsx'
import { DateTime } from '#web/admin/shell/date-time.tsx'
import { type Column, DataTable } from '#web/lists/paged-table.tsx'
import { describePaymentDifference, describePaymentFact } from './payment-fact-texts.ts'

/** One fact that the provider reported, or a notice without facts. */
type ProviderReportRow = { _id: string; at: number; source: string; text: string; fact?: PaymentFactInEvidence }

const reportColumns: readonly Column<ProviderReportRow>[] = [
  { title: 'When', kind: 'name', renderCell: ({ at }) => <DateTime at={at} /> },
  { title: 'Source', renderCell: ({ source }) => source },
  { title: 'Report', renderCell: ({ text }) => text },
  { title: 'Transaction', renderCell: ({ fact }) => <span className="wrap-anywhere">{fact?.transactionId}</span> },
  { title: 'Counted', renderCell: ({ fact }) => fact && (fact.isCounted ? 'Yes' : 'No') },
  { title: 'Differences', renderCell: ({ fact }) => fact && <PaymentDifferenceList fact={fact} /> },
]

/** Shows all reports of the payment provider in one table, with the notices as they came. */
export function PaymentTechnicalDetails({ evidence }: { evidence: PaymentEvidenceReply }) {
  const { notices } = evidence
  const reports = buildReportRows(evidence)
  if (reports.length === 0) return null
  return (
    <section aria-labelledby="technical-title" className="sheet">
      <details className="disclosure technical">
        <summary className={getButtonClass('outline')}>
          <span id="technical-title">Technical details</span>
        </summary>
        <DataTable labelledBy="technical-title" columns={reportColumns} records={reports} />
        {notices.map(({ _id, raw }, index) => (
          <details key={_id} className="disclosure">
            <summary className={getButtonClass('outline')}>Notice {index + 1}, original text</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
            <pre tabIndex={0}>{raw}</pre>
          </details>
        ))}
      </details>
    </section>
  )
}

/** Lists each value of a payment that differs from our request. */
export function PaymentDifferenceList({ fact: { differences, currency } }: { fact: PaymentFactInEvidence }) {
  return differences.map((difference) => (
    <p key={difference.what} className="text-error-deep wrap-anywhere">
      {describePaymentDifference(difference, currency)}
    </p>
  ))
}

function buildReportRows({ notices, otherFacts }: PaymentEvidenceReply): ProviderReportRow[] {
  const buildRow = (fact: PaymentFactInEvidence, source: string, at: number): ProviderReportRow => ({
    _id: `${source} ${fact.transactionId} ${fact.kind}`,
    at,
    source,
    text: describePaymentFact(fact),
    fact,
  })
  return [
    ...notices.flatMap((notice, index): ProviderReportRow[] => {
      const source = `Notice ${index + 1}${notice.copies > 1 ? `, received ${notice.copies} times` : ''}`
      const { _id, receivedAt, facts } = notice
      if (facts.length === 0) return [{ _id, at: receivedAt, source, text: describeNoticeState(notice) }]
      return facts.map((fact) => buildRow(fact, source, receivedAt))
    }),
    ...otherFacts.map((fact) => buildRow(fact, 'Without a notice', fact.at)),
  ]
}

const NOTICE_STATE_LABELS: Readonly<Record<EvidenceNotice['state'], string>> = {
  waiting: 'Not verified yet.',
  authentic: 'Nothing new.',
  forged: 'Not from the provider.',
  unreadable: 'From the provider, but we couldn’t read it.',
}

function describeNoticeState({ state, reason }: EvidenceNotice): string {
  return [NOTICE_STATE_LABELS[state], reason].filter(Boolean).join(' ')
}
