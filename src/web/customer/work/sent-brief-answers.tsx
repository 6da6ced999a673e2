import type { Order } from '#contract/sales/orders.ts'
import type { Brief, SentBriefVersion } from '#contract/work/brief.ts'
import { buildOrderSupportUrl } from '../../order-support-url.ts'
import { OutlineLinkButton } from '../../ui/link-button.tsx'
import { Paragraphs } from '../../ui/paragraphs.tsx'
import { FormattedBusinessTime } from '../customer-page.tsx'

type Props = {
  order: Order
  brief: Brief
  sentAt: number
  /** What was typed after the answers were sent, where it differs from them. */
  unsavedAnswers: SentBriefVersion['answers']
}

/** Lists the answers that the client sent, and earlier versions behind a line to open. */
export function SentBriefAnswers({ order, brief: { sentVersions }, sentAt, unsavedAnswers }: Props) {
  const [last, ...earlier] = sentVersions.toReversed()
  return (
    <>
      <p className="lead" data-typed-text>
        You sent these answers on <FormattedBusinessTime at={sentAt} />. Did something change? Let us know, and we’ll reopen them.
      </p>
      {unsavedAnswers.length > 0 && (
        <>
          <h2 className="h3">Not saved</h2>
          <p>You typed this after the answers were sent. Copy what you still need.</p>
          <AnswerList answers={unsavedAnswers} />
          <h2 className="h3">What you sent</h2>
        </>
      )}
      {last && <AnswerList answers={last.answers} />}
      {earlier.map((version) => (
        <details key={version.sentAt} className="account-form">
          <summary>
            What you sent on <FormattedBusinessTime at={version.sentAt} />
          </summary>
          <AnswerList answers={version.answers} />
        </details>
      ))}
      <OutlineLinkButton href={buildOrderSupportUrl(order)}>Support</OutlineLinkButton>
    </>
  )
}

function AnswerList({ answers }: { answers: SentBriefVersion['answers'] }) {
  return (
    <dl className="facts answers">
      {answers.map(({ question, answer }) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{answer ? <Paragraphs text={answer} /> : 'No answer'}</dd>
        </div>
      ))}
    </dl>
  )
}
