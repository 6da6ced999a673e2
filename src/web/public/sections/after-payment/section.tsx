import { afterPaymentCopy } from '#contract/content/kinds/after-payment-copy.ts'
import { afterPaymentItem } from '#contract/content/kinds/after-payment-item.ts'
import { SampleNotice } from '#web/ui/sample-notice.tsx'
import { Section, SectionHeading } from '#web/ui/section.tsx'
import { FormattedText } from '../../formatted-text.tsx'
import { definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'
import { AFTER_PAYMENT_ANCHOR } from './promise-list.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [afterPaymentItem, afterPaymentCopy],
  // Other pages show only the promises.
  pages: ['Pricing'],
  miniature: {
    height: 30,
    ink: 'M6 4h30v3h-30zM6 11h28v2h-28zM42 11h32v2h-32zM6 15h28v2h-28zM42 15h32v2h-32zM6 19h28v2h-28zM42 19h32v2h-32zM6 23h28v2h-28zM42 23h32v2h-32z',
  },
}

const reads = { items: afterPaymentItem, copy: afterPaymentCopy }

export const section = definePublicSection(sectionKindsAndMiniature, reads, AfterPayment)

type Props = SectionViewProps<typeof reads>

/** Shows the steps of the first month, then the terms that follow. */
function AfterPayment({ items, copy }: Props) {
  if (items.length === 0) return null
  const steps = items.filter(({ place }) => place === 'Step')
  const terms = items.filter(({ place }) => place !== 'Step')
  return (
    <Section id={AFTER_PAYMENT_ANCHOR} background="white">
      <SectionHeading title={copy.heading}>
        {copy.note && <p className="aside">{copy.note}</p>}
        <SampleNotice records={items} contentLabel="text" />
      </SectionHeading>
      <div className="after-payment">
        {steps.length > 0 && (
          <div>
            <h3 className="h3">{copy.steps}</h3>
            <ol className="month">
              {steps.map((step) => (
                <Entry key={step._id} item={step} />
              ))}
            </ol>
          </div>
        )}
        {terms.length > 0 && (
          <div>
            <h3 className="h3">{copy.terms}</h3>
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

function Entry({ item }: { item: Props['items'][number] }) {
  return (
    <li>
      <p className="month-when">{item.label}</p>
      <h4>{item.title}</h4>
      <FormattedText record={item} name="details" />
    </li>
  )
}
