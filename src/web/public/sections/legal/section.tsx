import { legalClause } from '../../../../contract/content/kinds/legal-clause.ts'
import { legalWords } from '../../../../contract/content/kinds/legal-words.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import type { PublicPageName } from '../../../../contract/grammar/public-pages.ts'
import type { WordsOf } from '../../../../contract/grammar/words.ts'
import { ArrowLink } from '../../../ui/link-button.tsx'
import { Paragraphs } from '../../../ui/paragraphs.tsx'
import { SampleMark } from '../../../ui/sample-mark.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { definePublicSection, type Outline, type Rect } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [legalClause, legalWords],
  miniature: {
    height: 50,
    rects: [5, 21, 37].flatMap((y): Rect[] => [
      [6, y, 20, 2.5],
      [6, y + 5, 44, 1.5],
      [6, y + 8.5, 38, 1.5],
    ]),
  },
}

export const section = definePublicSection(outline, { reads: { clauses: legalClause, words: legalWords }, View: Legal })

type Props = { clauses: readonly RecordOf<typeof legalClause>[]; words: WordsOf<typeof legalWords> }

/** More clauses than this are listed before the first. */
const FEW = 3

/** The clauses of the page, in the owner's order. */
function Legal({ page, clauses: all, words }: Props & { page?: PublicPageName }) {
  if (!page) return null
  const clauses = clausesOf(page, all)
  return (
    <Section>
      <SectionHeading title={legalHeading(page, words)} isPage>
        <SampleMark records={clauses} what="text" />
      </SectionHeading>
      <div className="legal">{clauses.length > 0 ? <Clauses clauses={clauses} /> : <Nothing words={words} />}</div>
    </Section>
  )
}

export function legalHeading(page: PublicPageName, { privacyHeading, termsHeading }: Props['words']): string {
  return page === 'Terms' ? termsHeading : privacyHeading
}

export function clausesOf(page: PublicPageName, clauses: Props['clauses']) {
  return clauses.filter(({ legalPage }) => legalPage === page)
}

function Clauses({ clauses }: Pick<Props, 'clauses'>) {
  return (
    <>
      {clauses.length > FEW && (
        <nav aria-label="On this page">
          <ol>
            {clauses.map(({ _id, clauseTitle }) => (
              <li key={_id}>
                <a href={`#${_id}`}>{clauseTitle}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="legal-clauses">
        {clauses.map(({ _id, clauseTitle, clauseText }) => (
          <section key={_id} aria-labelledby={_id}>
            <h2 id={_id} className="h3">
              {clauseTitle}
            </h2>
            <Paragraphs text={clauseText} />
          </section>
        ))}
      </div>
    </>
  )
}

function Nothing({ words }: Pick<Props, 'words'>) {
  return (
    <>
      <p className="lead">{words.nothingYet}</p>
      <ArrowLink href="/contact">{words.contactLink}</ArrowLink>
    </>
  )
}
