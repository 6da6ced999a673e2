import { featureItem } from '#contract/content/kinds/feature-item.ts'
import { featuresSectionHeading } from '#contract/content/kinds/features-section-heading.ts'
import { ContentIcon } from '#web/ui/content-image.tsx'
import { Section, SectionHeading } from '#web/ui/section.tsx'
import { definePublicSection, drawRow, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [featuresSectionHeading, featureItem],
  miniature: { height: 15, ink: drawRow(4, 4, 4, 4) + drawRow(4, 10, 12, 1.5) },
}

const reads = { text: featuresSectionHeading, items: featureItem }

export const section = definePublicSection(sectionKindsAndMiniature, reads, Features)

function Features({ text, items }: SectionViewProps<typeof reads>) {
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
