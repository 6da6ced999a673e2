import type { RecordOf } from '../../../contract/section.ts'
import type { serviceItem } from '../../../contract/sections/service-item.ts'
import type { serviceText } from '../../../contract/sections/service-text.ts'
import { Art } from '../../ui/art.tsx'
import { ArrowLink } from '../../ui/link-button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'

type Item = RecordOf<typeof serviceItem>
type Props = { text?: RecordOf<typeof serviceText>; items: readonly Item[] }

export function Services({ text, items }: Props) {
  if (items.length === 0) return null
  const main = items.find(({ serviceName }) => serviceName === 'Main')
  const others = items.filter((item) => item !== main)
  return (
    <Section id="service-sec">
      <SectionHeading eyebrow={text?.servicesubHeading} title={text?.serviceHeading} />
      <div className={main ? 'services' : undefined}>
        {main && <MainService item={main} />}
        <ul className="service-list">
          {others.map((item) => (
            <li key={item._id}>
              <h3>
                <Art src={item.serviceIcon} size={24} />
                {item.serviceTitle}
              </h3>
              <p>{item.serviceDetails}</p>
            </li>
          ))}
          <li>
            <h3>
              <ArrowLink href="/service">All services in detail</ArrowLink>
            </h3>
            <p>Scope, order of work and what you receive.</p>
          </li>
        </ul>
      </div>
    </Section>
  )
}

function MainService({ item }: { item: Item }) {
  return (
    <article className="service-main">
      {item.serviceImg && <Picture src={item.serviceImg} width={588} height={300} />}
      <div>
        <h3 className="h3">{item.serviceTitle}</h3>
        <p>{item.serviceDetails}</p>
        <ArrowLink href="/service">Read about {item.serviceTitle}</ArrowLink>
      </div>
    </article>
  )
}
