import { useId } from 'react'
import type {
  EvidenceFact,
  EvidenceNotice,
  PaymentEvidence,
  PaymentFlagRecord,
} from '../../../../../contract/sales/payment-evidence.ts'
import type { Saving } from '../../../forms/saving.tsx'
import { buttonClass } from '../../../shell/button.tsx'
import { Chip } from '../../../shell/chip.tsx'
import { Moment } from '../../../shell/live.tsx'
import { FlagForm } from '../../payments/flag-form.tsx'
import { moneyIn } from '../../payments/flag-text.tsx'
import { Compared } from './compared.tsx'
import { factVerdict, noticeVerdict, providerOf, type Verdict } from './verdict.ts'

type Props = { evidence: PaymentEvidence /** Of the forms that close a flag. */; saving: Saving }

/** Each notice with what it told, and below what was told without one. */
export function ToldPanels({ evidence, saving }: Props) {
  const { notices, otherFacts } = evidence
  return (
    <>
      {notices.map((notice, index) => (
        <NoticePanel key={notice._id} nth={index + 1} notice={notice} evidence={evidence} saving={saving} />
      ))}
      {otherFacts.map((fact) => (
        <section key={`${fact.transactionId} ${fact.kind}`} aria-label="Told without a notice" className="sheet">
          <Told title="Told without a notice" fact={fact} evidence={evidence} />
          <div className="told-acts">
            <Reviews facts={[fact]} evidence={evidence} saving={saving} />
          </div>
        </section>
      ))}
    </>
  )
}

type NoticeProps = Props & { nth: number; notice: EvidenceNotice }

function NoticePanel({ nth, notice, evidence, saving }: NoticeProps) {
  const title = `Notice ${nth}`
  const verdict = noticeVerdict(notice, providerOf(evidence))
  return (
    <section aria-label={title} className="sheet">
      {verdict && (
        <>
          <Head title={title} verdict={verdict}>
            <Moment at={notice.receivedAt} />
          </Head>
          <Sentence verdict={verdict} />
        </>
      )}
      {notice.facts.map((fact) => (
        <Told key={`${fact.transactionId} ${fact.kind}`} title={title} fact={fact} evidence={evidence} />
      ))}
      <div className="told-acts">
        <Reviews facts={notice.facts} evidence={evidence} saving={saving} />
        <details className="disclosure raw">
          <summary className={buttonClass('outline')}>
            Show the raw notice<span className="sr-only"> {nth}</span>
          </summary>
          <p className="text-help text-muted">As it came, and never taken for anything but text.</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <pre tabIndex={0}>{notice.raw}</pre>
        </details>
      </div>
    </section>
  )
}

/** What closes the reviews of what was told. */
function Reviews({ facts, evidence, saving }: Props & { facts: readonly EvidenceFact[] }) {
  return facts
    .map((fact) => openReviewOf(fact, evidence.flags))
    .filter((flag) => flag !== undefined)
    .map((flag) => <FlagForm key={flag._id} flag={flag} saving={saving} look="filled" />)
}

type ToldProps = Pick<Props, 'evidence'> & { title: string; fact: EvidenceFact }

function Told({ title, fact, evidence }: ToldProps) {
  const heading = useId()
  const flag = openReviewOf(fact, evidence.flags)
  const leadsTo = evidence.steps.find(
    ({ kind, subject, leadsTo }) => kind === 'fact' && subject === fact.transactionId && leadsTo,
  )
  const verdict = factVerdict(fact, {
    leadsTo: leadsTo?.leadsTo ?? null,
    provider: providerOf(evidence),
    isOpen: flag !== undefined,
  })
  return (
    <>
      <Head id={heading} title={title} verdict={verdict}>
        Transaction {fact.transactionId}, {moneyIn(fact.amount, fact.currency)}, <Moment at={fact.at} />
      </Head>
      {fact.compared.length > 0 && <Compared lines={fact.compared} labelledBy={heading} />}
      <Sentence verdict={verdict} />
    </>
  )
}

/** The review that waits for somebody to look at this. */
export function openReviewOf({ transactionId }: EvidenceFact, flags: readonly PaymentFlagRecord[]) {
  return flags.find((flag) => flag.kind === 'review' && flag.closedAt === null && flag.transactionId === transactionId)
}

type HeadProps = { id?: string; title: string; verdict: Verdict; children: React.ReactNode }

function Head({ id, title, verdict, children }: HeadProps) {
  return (
    <header>
      <div className="min-w-0">
        <h2 id={id}>{title}</h2>
        <p className="text-help wrap-anywhere text-muted">{children}</p>
      </div>
      <Chip tone={verdict.tone}>{verdict.chip}</Chip>
    </header>
  )
}

function Sentence({ verdict: { lead, rest } }: { verdict: Verdict }) {
  return (
    <p className="px-4 py-3 text-muted md:px-5">
      {lead && <strong className="font-semibold text-ink">{lead} </strong>}
      {rest}
    </p>
  )
}
