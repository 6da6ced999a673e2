import { faqCopy } from '#contract/content/kinds/faq-copy.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { faqSectionHeading } from '#contract/content/kinds/faq-section-heading.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import { type PublicPageName, publicPages } from '#contract/core/public-pages.ts'
import { ContentImage } from '#web/ui/content-image.tsx'
import { ArrowLink } from '#web/ui/link-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { FormattedText } from '../../formatted-text.tsx'
import { definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [faqSectionHeading, faqItem, faqCopy],
  miniature: { height: 18, ink: 'M6 4h18v2.5h-18zM36 4h38v1.5h-38zM36 8h38v1.5h-38zM36 12h38v1.5h-38z' },
}

const reads = { text: faqSectionHeading, items: faqItem, copy: faqCopy }

export const section = definePublicSection(sectionKindsAndMiniature, reads, Faq)

type Question = ContentRecord<typeof faqItem>

/** Returns the questions for a page. A question without a page is on both (P-30). */
export function filterFaqForPage(page: PublicPageName | undefined, items: readonly Question[]): Question[] {
  return items.filter(
    ({ faqPage }) => page === undefined || faqPage === page || !publicPages.some(({ name }) => name === faqPage),
  )
}

function Faq({ page, text, items: allItems, copy }: SectionViewProps<typeof reads>) {
  const items = filterFaqForPage(page, allItems)
  if (items.length === 0) return null
  return (
    <Section background="white">
      <div className="faq">
        <div className="faq-side">
          {text && <p className="eyebrow">{text.faqText}</p>}
          {text && <h2 className="h2">{text.faqHeading}</h2>}
          {copy.note && <p>{copy.note}</p>}
          {copy.contactLink && <ArrowLink href="/contact">{copy.contactLink}</ArrowLink>}
          <ContentImage kind="illustration" src="/art/faq-key.svg" width={290} height={286} />
        </div>
        <div className="faq-list">
          {items.map((item) => (
            <details key={item._id}>
              <summary>
                <h3>{item.accodingTitle}</h3>
              </summary>
              <FormattedText record={item} name="accodingText" />
            </details>
          ))}
        </div>
      </div>
    </Section>
  )
}
