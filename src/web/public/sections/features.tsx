import type { RecordOf } from '../../../contract/section.ts'
import type { featureItem } from '../../../contract/sections/feature-item.ts'
import type { featureText } from '../../../contract/sections/feature-text.ts'
import { Art } from '../../ui/art.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'

type Props = { text?: RecordOf<typeof featureText>; items: readonly RecordOf<typeof featureItem>[] }

export function Features({ text, items }: Props) {
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
