import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { faqText } from '../../../../contract/content/kinds/faq-text.ts'
import { faqWords } from '../../../../contract/content/kinds/faq-words.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { type PublicPageName, publicPages } from '../../../../contract/grammar/public-pages.ts'
import type { WordsOf } from '../../../../contract/grammar/words.ts'
import { ArrowLink } from '../../../ui/link-button.tsx'
import { Paragraphs } from '../../../ui/paragraphs.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Section } from '../../../ui/section.tsx'
import { definePublicSection, type Outline, type Rect } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [faqText, faqItem, faqWords],
  miniature: { height: 18, rects: [[6, 4, 18, 2.5], ...[4, 8, 12].map((y): Rect => [36, y, 38, 1.5])] },
}

export const section = definePublicSection(outline, {
  reads: { text: faqText, items: faqItem, words: faqWords },
  View: Faq,
})

type Question = RecordOf<typeof faqItem>
type Props = {
  page?: PublicPageName
  text?: RecordOf<typeof faqText>
  items: readonly Question[]
  words: WordsOf<typeof faqWords>
}

/** The questions that stand on a page; one that names no page stands on both. */
export function questionsOn(page: PublicPageName | undefined, items: readonly Question[]): Question[] {
  return items.filter(
    ({ faqPage }) => page === undefined || faqPage === page || !publicPages.some(({ name }) => name === faqPage),
  )
}

function Faq({ page, text, items: all, words }: Props) {
  const items = questionsOn(page, all)
  if (items.length === 0) return null
  return (
    <Section ground="white">
      <div className="faq">
        <div className="faq-side">
          {text && <p className="eyebrow">{text.faqText}</p>}
          {text && <h2 className="h2">{text.faqHeading}</h2>}
          {words.note && <p>{words.note}</p>}
          {words.contactLink && <ArrowLink href="/contact">{words.contactLink}</ArrowLink>}
          <Picture kind="drawing" src="/art/faq-key.svg" width={290} height={286} />
        </div>
        <div className="faq-list">
          {items.map((item, index) => (
            <details key={item._id} open={index === 0}>
              <summary>
                <h3>{item.accodingTitle}</h3>
              </summary>
              <Paragraphs text={item.accodingText} />
            </details>
          ))}
        </div>
      </div>
    </Section>
  )
}
