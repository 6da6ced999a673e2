import type { PublicPageName } from '../../../../contract/public-pages.ts'
import type { RecordOf } from '../../../../contract/section.ts'
import { legalClause } from '../../../../contract/sections/legal-clause.ts'
import { ArrowLink } from '../../../ui/link-button.tsx'
import { Paragraphs } from '../../../ui/paragraphs.tsx'
import { SampleMark } from '../../../ui/sample-mark.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { definePublicSection, type Outline, type Rect } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [legalClause],
  miniature: {
    height: 50,
    rects: [5, 21, 37].flatMap((y): Rect[] => [
      [6, y, 20, 2.5],
      [6, y + 5, 44, 1.5],
      [6, y + 8.5, 38, 1.5],
    ]),
  },
}

export const section = definePublicSection(outline, { reads: { clauses: legalClause }, View: Legal })

type Props = { clauses: readonly RecordOf<typeof legalClause>[] }

/** More clauses than this are listed before the first. */
const FEW = 3

/** The clauses of the page, in the owner's order. */
function Legal({ page, clauses: all }: Props & { page?: PublicPageName }) {
  if (!page) return null
  const clauses = clausesOf(page, all)
  return (
    <Section>
      <SectionHeading title={page} isPage>
        <SampleMark records={clauses} what="text" />
      </SectionHeading>
      <div className="legal">{clauses.length > 0 ? <Clauses clauses={clauses} /> : <Nothing />}</div>
    </Section>
  )
}

export function clausesOf(page: PublicPageName, clauses: Props['clauses']) {
  return clauses.filter(({ legalPage }) => legalPage === page)
}

function Clauses({ clauses }: Props) {
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
      {clauses.map(({ _id, clauseTitle, clauseText }) => (
        <section key={_id} aria-labelledby={_id}>
          <h2 id={_id} className="h3">
            {clauseTitle}
          </h2>
          <Paragraphs text={clauseText} />
        </section>
      ))}
    </>
  )
}

function Nothing() {
  return (
    <>
      <p className="lead">Nothing has been published here yet. Whatever you would like to know, ask us.</p>
      <ArrowLink href="/contact">Contact Us</ArrowLink>
    </>
  )
}
