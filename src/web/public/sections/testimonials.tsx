import type { RecordOf } from '../../../contract/section.ts'
import type { testimonial } from '../../../contract/sections/testimonial.ts'
import type { testimonialText } from '../../../contract/sections/testimonial-text.ts'
import { Picture } from '../../ui/picture.tsx'
import { SampleMark } from '../../ui/sample-mark.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import { FiveStars } from './five-stars.tsx'

type Props = { text?: RecordOf<typeof testimonialText>; items: readonly RecordOf<typeof testimonial>[] }

export function Testimonials({ text, items }: Props) {
  if (items.length === 0) return null
  return (
    <Section ground="white">
      <SectionHeading eyebrow={text?.testimonialText} title={text?.testimonialHeading}>
        <SampleMark records={items} what="quotes" />
      </SectionHeading>
      <ul className="quotes">
        {items.map((item) => (
          <li key={item._id}>
            <figure>
              <FiveStars />
              <blockquote>“{item.desc}”</blockquote>
              <figcaption>
                <Picture src={item.image} width={48} height={48} />
                <span>
                  <b>{item.personName}</b>
                  <small>{item.personTitle}</small>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}
