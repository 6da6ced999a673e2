import { featureItem } from '../../../../contract/content/kinds/feature-item.ts'
import { featuresSectionHeading } from '../../../../contract/content/kinds/features-section-heading.ts'
import type { ContentRecord } from '../../../../contract/core/content-kind.ts'
import { ContentIcon } from '../../../ui/content-icon.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { buildMiniatureRectRow, definePublicSection, type SectionKindsAndMiniature } from '../../define-public-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [featuresSectionHeading, featureItem],
  miniature: { height: 15, rects: [...buildMiniatureRectRow(4, 4, 4, 4), ...buildMiniatureRectRow(4, 10, 12, 1.5)] },
}

export const section = definePublicSection(sectionKindsAndMiniature, {
  reads: { text: featuresSectionHeading, items: featureItem },
  View: Features,
})

type Props = { text?: ContentRecord<typeof featuresSectionHeading>; items: readonly ContentRecord<typeof featureItem>[] }

function Features({ text, items }: Props) {
  if (items.length === 0) return null
  return (
    <Section>
      <SectionHeading eyebrow={text?.FeaturesText} title={text?.FeaturesHeading} />
      <ul className="features">
        {items.map((item) => (
          <li key={item._id}>
            <ContentIcon src={item.FeaturesIcon} size={32} />
            <h3 className="h3">{item.FeaturesText}</h3>
            <p>{item.FeaturesDesc}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
