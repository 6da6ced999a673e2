import type { EvidenceFact, EvidenceNotice, PaymentEvidence } from '../../../../../contract/sales/payment-evidence.ts'
import { type Column, Table } from '../../../../lists/paged-table.tsx'
import { buttonClass } from '../../../shell/button.tsx'
import { Moment } from '../../../shell/live.tsx'
import { moneyIn } from '../../payments/flag-text.tsx'
import { FACTS } from './step-words.ts'

/** One thing that the provider reported, or a notice that reported nothing. */
type Report = { _id: string; at: number; source: string; text: string; fact?: EvidenceFact }

const columns: readonly Column<Report>[] = [
  { head: 'When', kind: 'name', cell: ({ at }) => <Moment at={at} /> },
  { head: 'Source', cell: ({ source }) => source },
  { head: 'Report', cell: ({ text }) => text },
  { head: 'Transaction', cell: ({ fact }) => <span className="wrap-anywhere">{fact?.transactionId}</span> },
  { head: 'Counted', cell: ({ fact }) => fact && (fact.isCounted ? 'Yes' : 'No') },
  { head: 'Differences', cell: ({ fact }) => fact && <Differences fact={fact} /> },
]

/** Shows all reports of the payment provider in one table, with the notices as they came. */
export function TechnicalDetails({ evidence }: { evidence: PaymentEvidence }) {
  const { notices } = evidence
  const reports = reportsOf(evidence)
  if (reports.length === 0) return null
  return (
    <section aria-labelledby="technical-title" className="sheet">
      <details className="disclosure technical">
        <summary className={buttonClass('outline')}>
          <span id="technical-title">Technical details</span>
        </summary>
        <Table labelledBy="technical-title" columns={columns} records={reports} before={0} />
        {notices.map(({ _id, raw }, index) => (
          <details key={_id} className="disclosure">
            <summary className={buttonClass('outline')}>Notice {index + 1} as it came</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
            <pre tabIndex={0}>{raw}</pre>
          </details>
        ))}
      </details>
    </section>
  )
}

/** Says where a payment differs from what we asked for. */
export function Differences({ fact: { differences, currency } }: { fact: EvidenceFact }) {
  return differences.map(({ what, asked, told }) => (
    <p key={what} className="text-error-deep wrap-anywhere">
      {WHAT[what]}: we asked for {amountOrText(what, asked)}, and the notice says {amountOrText(what, told, currency)}.
    </p>
  ))
}

const WHAT = { payee: 'Payee', amount: 'Amount', currency: 'Currency', account: 'Account' } as const

function amountOrText(what: keyof typeof WHAT, value: string, currency = 'USD'): string {
  if (value === '') return 'nothing'
  return what === 'amount' ? moneyIn(value, currency) : value
}

function reportsOf({ notices, otherFacts }: PaymentEvidence): Report[] {
  const reportOf = (fact: EvidenceFact, source: string, at: number): Report => ({
    _id: `${source} ${fact.transactionId} ${fact.kind}`,
    at,
    source,
    text: Number(fact.amount) === 0 ? FACTS[fact.kind] : `${FACTS[fact.kind]}, ${moneyIn(fact.amount, fact.currency)}`,
    fact,
  })
  return [
    ...notices.flatMap((notice, index): Report[] => {
      const source = `Notice ${index + 1}${notice.copies > 1 ? `, came ${notice.copies} times` : ''}`
      const { _id, receivedAt, facts } = notice
      if (facts.length === 0) return [{ _id, at: receivedAt, source, text: stateOf(notice) }]
      return facts.map((fact) => reportOf(fact, source, receivedAt))
    }),
    ...otherFacts.map((fact) => reportOf(fact, 'Without a notice', fact.at)),
  ]
}

const STATES: Readonly<Record<EvidenceNotice['state'], string>> = {
  waiting: 'Not verified yet.',
  authentic: 'Nothing new.',
  forged: 'Not from the provider.',
  unreadable: 'From the provider, but not understood.',
}

function stateOf({ state, reason }: EvidenceNotice): string {
  return [STATES[state], reason].filter(Boolean).join(' ')
}
