import { afterPaymentItem } from '#contract/content/kinds/after-payment-item.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { legalClause } from '#contract/content/kinds/legal-clause.ts'
import { legalCopy } from '#contract/content/kinds/legal-copy.ts'
import { fillPlaceholders } from '#contract/core/define-page-copy-kind.ts'
import type { PublicPageName } from '#contract/core/public-pages.ts'
import { SampleNotice } from '#web/ui/sample-notice.tsx'
import { Section, SectionHeading } from '#web/ui/section.tsx'
import { FormattedText } from '../../formatted-text.tsx'
import { definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'
import { pickPromiseItems } from '../after-payment/promise-list.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [legalClause, legalCopy],
  miniature: {
    height: 50,
    ink: 'M6 5h20v2.5h-20zM6 10h44v1.5h-44zM6 13.5h38v1.5h-38zM6 21h20v2.5h-20zM6 26h44v1.5h-44zM6 29.5h38v1.5h-38zM6 37h20v2.5h-20zM6 42h44v1.5h-44zM6 45.5h38v1.5h-38z',
  },
}

const reads = { clauses: legalClause, promises: afterPaymentItem, copy: legalCopy, business: businessInfo }

export const section = definePublicSection(sectionKindsAndMiniature, reads, Legal)

type Props = SectionViewProps<typeof reads>

/** A page with this many clauses or more begins with a table of contents. */
const MIN_CLAUSES_FOR_CONTENTS = 3

/** Shows the page's clauses in the owner's order. */
function Legal({ page, clauses: allClauses, promises, copy, business }: Props) {
  if (!page) return null
  const clauses = filterClausesForPage(page, allClauses)
  const pagePromises = page === 'Terms' && clauses.length > 0 ? pickPromiseItems(promises) : []
  return (
    <Section>
      <SectionHeading title={getLegalHeading(page, copy)} isPage>
        <SampleNotice records={clauses} contentLabel="text" />
      </SectionHeading>
      {page === 'Terms' && business?.legalName && <p>{fillPlaceholders(copy.legalName, { name: business.legalName })}</p>}
      <div className="legal">
        <Clauses clauses={clauses} promises={pagePromises} copy={copy} />
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

/** Adds the promises of the pricing page to the terms: a promise binds only if the contract holds it. */
function Clauses({ clauses, promises, copy }: Omit<Props, 'page' | 'business'>) {
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
            {promises.length > 0 && (
              <li>
                <a href="#promises">{copy.promisesHeading}</a>
              </li>
            )}
          </ol>
        </nav>
      )}
      <div className="legal-clauses">
        {clauses.map((clause) => (
          <section key={clause._id} aria-labelledby={clause._id}>
            <h2 id={clause._id} className="h3">
              {clause.clauseTitle}
            </h2>
            <FormattedText record={clause} name="clauseText" />
          </section>
        ))}
        {promises.length > 0 && (
          <section aria-labelledby="promises">
            <h2 id="promises" className="h3">
              {copy.promisesHeading}
            </h2>
            {promises.map((promise) => (
              <div key={promise._id}>
                <h3>{promise.title}</h3>
                <FormattedText record={promise} name="details" />
              </div>
            ))}
          </section>
        )}
      </div>
    </>
  )
}
