import { TESTIMONIAL_CONSENT_GIVEN, testimonial } from '#contract/content/kinds/testimonial.ts'
import { testimonialCopy } from '#contract/content/kinds/testimonial-copy.ts'
import { testimonialsSectionHeading } from '#contract/content/kinds/testimonials-section-heading.ts'
import { fillPlaceholders } from '#contract/core/define-page-copy-kind.ts'
import { ContentImage } from '#web/ui/content-image.tsx'
import { Monogram } from '#web/ui/monogram.tsx'
import { SampleNotice } from '#web/ui/sample-notice.tsx'
import { Section, SectionHeading } from '#web/ui/section.tsx'
import { definePublicSection, drawRow, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [testimonialsSectionHeading, testimonial, testimonialCopy],
  miniature: { height: 17, ink: `M6 3h20v2h-20z${drawRow(3, 8, 19, 1.5)}${drawRow(3, 12, 15, 1.5)}` },
}

const reads = { text: testimonialsSectionHeading, items: testimonial, copy: testimonialCopy }

export const section = definePublicSection(sectionKindsAndMiniature, reads, Testimonials)

const STAR_POSITIONS = [0, 23, 46, 69, 92]

type Props = SectionViewProps<typeof reads>

function Testimonials({ text, items, copy }: Props) {
  if (items.length === 0) return null
  return (
    <Section background="white">
      <SectionHeading eyebrow={text?.testimonialText} title={text?.testimonialHeading}>
        <SampleNotice records={items} contentLabel="quotes" />
      </SectionHeading>
      {/* On a phone, the list scrolls sideways, so the keyboard must reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the focus */}
      <ul className="quotes" tabIndex={0} aria-label={text?.testimonialHeading}>
        {items.map((item) => (
          <li key={item._id}>
            <figure>
              <FiveStars />
              <blockquote>“{item.desc}”</blockquote>
              <figcaption>
                {item.image ? (
                  <ContentImage src={item.image} subject={item.personName} {...testimonial.fields.image.place} />
                ) : (
                  <Monogram name={item.personName} />
                )}
                <span>
                  <b>{item.personName}</b> <small>{item.personTitle}</small> <QuoteSource quote={item} copy={copy} />
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Shows the source, date and consent that the owner states for a quote (P-31). */
function QuoteSource({
  quote: { quoteSource, quoteDate, quoteConsent },
  copy,
}: Pick<Props, 'copy'> & { quote: Props['items'][number] }) {
  const sourceParts = [
    quoteSource && fillPlaceholders(copy.sourceLine, { source: quoteSource }),
    quoteDate,
    quoteConsent === TESTIMONIAL_CONSENT_GIVEN && copy.consentLine,
  ].filter((part) => part)
  if (sourceParts.length === 0) return null
  const line = sourceParts.join(', ')
  return <small className="proof">{line.charAt(0).toUpperCase() + line.slice(1)}</small>
}

/** Draws the five stars of a testimonial (P-142). */
function FiveStars() {
  return (
    <svg className="stars" viewBox="0 0 110 18" role="img" aria-label="Five stars">
      {STAR_POSITIONS.map((x) => (
        <path key={x} d={`M${x + 9} 1l2.5 5.4 5.9.7-4.4 4 1.2 5.9-5.2-3-5.2 3 1.2-5.9-4.4-4 5.9-.7z`} />
      ))}
    </svg>
  )
}
