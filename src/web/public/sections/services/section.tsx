import type { PublicPageName } from '../../../../contract/public-pages.ts'
import type { RecordOf } from '../../../../contract/section.ts'
import { serviceItem } from '../../../../contract/sections/service-item.ts'
import { serviceText } from '../../../../contract/sections/service-text.ts'
import { Art } from '../../../ui/art.tsx'
import { ArrowLink } from '../../../ui/link-button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { definePublicSection, type Outline, type Rect } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [serviceText, serviceItem],
  miniature: {
    height: 24,
    rects: [
      [6, 4, 28, 16],
      ...[5, 10, 15].flatMap((y): Rect[] => [
        [40, y, 14, 2],
        [58, y, 14, 2],
      ]),
    ],
  },
}

export const section = definePublicSection(outline, { reads: { text: serviceText, items: serviceItem }, View: Services })

type Item = RecordOf<typeof serviceItem>
type Props = {
  page?: PublicPageName
  text: RecordOf<typeof serviceText> | undefined
  items: readonly Item[]
}

function Services({ page, text, items }: Props) {
  if (items.length === 0) return null
  // On the page that the others lead to; it leads on to the packages.
  const isServicePage = page === 'Services'
  const main = items.find(({ serviceName }) => serviceName === 'Main')
  const others = items.filter((item) => item !== main)
  return (
    <Section id="service-sec">
      <SectionHeading eyebrow={text?.servicesubHeading} title={text?.serviceHeading} />
      <div className={main ? 'services' : undefined}>
        {main && <MainService item={main} isLinked={!isServicePage} />}
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
          {isServicePage ? (
            <More href="/pricing/" title="See the packages">
              What each includes, and its price.
            </More>
          ) : (
            <More href="/service/" title="All services in detail">
              What each covers, and the skills behind it.
            </More>
          )}
        </ul>
      </div>
    </Section>
  )
}

function More({ href, title, children }: { href: string; title: string; children: string }) {
  return (
    <li>
      <h3>
        <ArrowLink href={href}>{title}</ArrowLink>
      </h3>
      <p>{children}</p>
    </li>
  )
}

function MainService({ item, isLinked }: { item: Item; isLinked: boolean }) {
  return (
    <article className="service-main">
      {item.serviceImg && <Picture src={item.serviceImg} {...serviceItem.fields.serviceImg.place} />}
      <div>
        <h3 className="h3">{item.serviceTitle}</h3>
        <p>{item.serviceDetails}</p>
        {isLinked && <ArrowLink href="/service/">Read about {item.serviceTitle}</ArrowLink>}
      </div>
    </article>
  )
}
