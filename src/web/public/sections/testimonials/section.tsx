import { CONSENT_GIVEN, testimonial } from '../../../../contract/content/kinds/testimonial.ts'
import { testimonialText } from '../../../../contract/content/kinds/testimonial-text.ts'
import { testimonialWords } from '../../../../contract/content/kinds/testimonial-words.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { filled, type WordsOf } from '../../../../contract/grammar/words.ts'
import { Monogram } from '../../../ui/monogram.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SampleMark } from '../../../ui/sample-mark.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { definePublicSection, type Outline, row } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [testimonialText, testimonial, testimonialWords],
  miniature: { height: 17, rects: [[6, 3, 20, 2], ...row(3, 8, 19, 1.5), ...row(3, 12, 15, 1.5)] },
}

export const section = definePublicSection(outline, {
  reads: { text: testimonialText, items: testimonial, words: testimonialWords },
  View: Testimonials,
})

const PLACES = [0, 23, 46, 69, 92]

type Quote = RecordOf<typeof testimonial>
type Words = WordsOf<typeof testimonialWords>
type Props = { text?: RecordOf<typeof testimonialText>; items: readonly Quote[]; words: Words }

function Testimonials({ text, items, words }: Props) {
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
                {item.image ? (
                  <Picture src={item.image} {...testimonial.fields.image.place} />
                ) : (
                  <Monogram name={item.personName} />
                )}
                <span>
                  <b>{item.personName}</b> <small>{item.personTitle}</small> <Proof quote={item} words={words} />
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Where a quote is from: what the owner says of it and no more, so nothing of a quote without a source. */
function Proof({ quote: { quoteSource, quoteDate, quoteConsent }, words }: { quote: Quote; words: Words }) {
  const said = [
    quoteSource && filled(words.sourceLine, { source: quoteSource }),
    quoteDate,
    quoteConsent === CONSENT_GIVEN && words.consentLine,
  ].filter((part) => part)
  if (said.length === 0) return null
  const line = said.join(', ')
  return <small className="proof">{line.charAt(0).toUpperCase() + line.slice(1)}</small>
}

/** Five stars on each testimonial (spec section 9). */
function FiveStars() {
  return (
    <svg className="stars" viewBox="0 0 110 18" role="img" aria-label="Five stars">
      {PLACES.map((x) => (
        <path key={x} d={`M${x + 9} 1l2.5 5.4 5.9.7-4.4 4 1.2 5.9-5.2-3-5.2 3 1.2-5.9-4.4-4 5.9-.7z`} />
      ))}
    </svg>
  )
}
