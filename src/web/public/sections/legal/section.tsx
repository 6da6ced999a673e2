import { legalClause } from '../../../../contract/content/kinds/legal-clause.ts'
import { legalCopy } from '../../../../contract/content/kinds/legal-copy.ts'
import type { ContentRecord } from '../../../../contract/core/content-kind.ts'
import type { CopyText } from '../../../../contract/core/copy-kind.ts'
import type { PublicPageName } from '../../../../contract/core/public-pages.ts'
import { Paragraphs } from '../../../ui/paragraphs.tsx'
import { SampleNotice } from '../../../ui/sample-notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { definePublicSection, type Rect, type SectionOutline } from '../../define-public-section.tsx'

export const outline: SectionOutline = {
  kinds: [legalClause, legalCopy],
  miniature: {
    height: 50,
    rects: [5, 21, 37].flatMap((y): Rect[] => [
      [6, y, 20, 2.5],
      [6, y + 5, 44, 1.5],
      [6, y + 8.5, 38, 1.5],
    ]),
  },
}

export const section = definePublicSection(outline, { reads: { clauses: legalClause, copy: legalCopy }, View: Legal })

type Props = { clauses: readonly ContentRecord<typeof legalClause>[]; copy: CopyText<typeof legalCopy> }

/** A page with this many clauses or more begins with a table of contents. */
const MIN_CLAUSES_FOR_CONTENTS = 3

/** Shows the page's clauses in the owner's order. */
function Legal({ page, clauses: allClauses, copy }: Props & { page?: PublicPageName }) {
  if (!page) return null
  const clauses = filterClausesForPage(page, allClauses)
  return (
    <Section>
      <SectionHeading title={getLegalHeading(page, copy)} isPage>
        <SampleNotice records={clauses} contentLabel="text" />
      </SectionHeading>
      <div className="legal">
        <Clauses clauses={clauses} />
      </div>
    </Section>
  )
}

export function getLegalHeading(page: PublicPageName, { privacyHeading, termsHeading }: Props['copy']): string {
  return page === 'Terms' ? termsHeading : privacyHeading
}

function filterClausesForPage(page: PublicPageName, clauses: Props['clauses']) {
  return clauses.filter(({ legalPage }) => legalPage === page)
}

function Clauses({ clauses }: Pick<Props, 'clauses'>) {
  return (
    <>
      {clauses.length > MIN_CLAUSES_FOR_CONTENTS && (
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
