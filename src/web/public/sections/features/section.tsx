import { featureItem } from '../../../../contract/content/kinds/feature-item.ts'
import { featureText } from '../../../../contract/content/kinds/feature-text.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { Art } from '../../../ui/art.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { definePublicSection, type Outline, row } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [featureText, featureItem],
  miniature: { height: 15, rects: [...row(4, 4, 4, 4), ...row(4, 10, 12, 1.5)] },
}

export const section = definePublicSection(outline, { reads: { text: featureText, items: featureItem }, View: Features })

type Props = { text?: RecordOf<typeof featureText>; items: readonly RecordOf<typeof featureItem>[] }

function Features({ text, items }: Props) {
  if (items.length === 0) return null
  return (
    <Section>
      <SectionHeading eyebrow={text?.FeaturesText} title={text?.FeaturesHeading} />
      <ul className="features">
        {items.map((item) => (
          <li key={item._id}>
            <Art src={item.FeaturesIcon} size={32} />
            <h3 className="h3">{item.FeaturesText}</h3>
            <p>{item.FeaturesDesc}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
