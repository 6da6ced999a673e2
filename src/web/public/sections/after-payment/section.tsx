import { afterPayment } from '../../../../contract/content/kinds/after-payment.ts'
import { afterPaymentWords } from '../../../../contract/content/kinds/after-payment-words.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import type { WordsOf } from '../../../../contract/grammar/words.ts'
import { Paragraphs } from '../../../ui/paragraphs.tsx'
import { SampleMark } from '../../../ui/sample-mark.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { definePublicSection, type Outline, type Rect } from '../../public-section.tsx'
import { AFTER_PAYMENT } from './address.ts'

export const outline: Outline = {
  kinds: [afterPayment, afterPaymentWords],
  miniature: {
    height: 30,
    rects: [
      [6, 4, 30, 3],
      ...[11, 15, 19, 23].flatMap((y): Rect[] => [
        [6, y, 28, 2],
        [42, y, 32, 2],
      ]),
    ],
  },
}

export const section = definePublicSection(outline, {
  reads: { items: afterPayment, words: afterPaymentWords },
  View: AfterPayment,
})

type Item = RecordOf<typeof afterPayment>
type Props = { items: readonly Item[]; words: WordsOf<typeof afterPaymentWords> }

/** The first month step by step, and what holds after it. */
function AfterPayment({ items, words }: Props) {
  if (items.length === 0) return null
  const steps = items.filter(({ place }) => place === 'Step')
  const terms = items.filter(({ place }) => place !== 'Step')
  return (
    <Section id={AFTER_PAYMENT} ground="white">
      <SectionHeading title={words.heading}>
        {words.note && <p className="aside">{words.note}</p>}
        <SampleMark records={items} what="text" />
      </SectionHeading>
      <div className="after-payment">
        {steps.length > 0 && (
          <div>
            <h3 className="h3">{words.steps}</h3>
            <ol className="month">
              {steps.map((step) => (
                <Entry key={step._id} item={step} />
              ))}
            </ol>
          </div>
        )}
        {terms.length > 0 && (
          <div>
            <h3 className="h3">{words.terms}</h3>
            <ul className="terms">
              {terms.map((term) => (
                <Entry key={term._id} item={term} />
              ))}
            </ul>
          </div>
        )}
      </div>
    </Section>
  )
}

function Entry({ item: { label, title, details } }: { item: Item }) {
  return (
    <li>
      <p className="month-when">{label}</p>
      <h4>{title}</h4>
      <Paragraphs text={details} />
    </li>
  )
}
