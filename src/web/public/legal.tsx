import { useLoaderData } from 'react-router'
import type { RecordOf } from '../../contract/section.ts'
import { legalClause } from '../../contract/sections/legal-clause.ts'
import { readAll } from '../content.ts'
import type { PageModule } from '../page.ts'
import { useRoot } from '../root.tsx'
import { ArrowLink } from '../ui/link-button.tsx'
import { Paragraphs } from '../ui/paragraphs.tsx'
import { SampleMark } from '../ui/sample-mark.tsx'
import { Section } from '../ui/section.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { type PublicData, publicData } from './page-facts.ts'
import { PublicMeta } from './public-meta.tsx'
import { breadcrumbData } from './structured-data/page-data.ts'

type Clause = RecordOf<typeof legalClause>

/** More clauses than this are listed before the first. */
const FEW = 3

/** What each page is for, also while it says nothing yet. */
const ABOUT = {
  Privacy: 'What we keep about you, why, and what you can ask of us',
  Terms: 'What holds between us when you use this site or order from it',
}

export const privacy = legalPage('Privacy')
export const terms = legalPage('Terms')

/** A page of legal clauses, in the owner's order. */
function legalPage(name: 'Privacy' | 'Terms'): PageModule {
  return {
    ...publicData(
      name,
      async (call) => (await readAll(call, legalClause)).filter(({ legalPage }) => legalPage === name),
      (clauses) => ({ title: name, description: [ABOUT[name], ...clauses.map(({ clauseTitle }) => clauseTitle)].join('. ') }),
    ),
    Page: function Legal() {
      const { content, facts } = useLoaderData<PublicData<readonly Clause[]>>()
      const { origin } = useRoot()
      return (
        <main id="main" tabIndex={-1}>
          <PublicMeta page={name} facts={facts} />
          <Section>
            <SectionHeading title={name} isPage>
              <SampleMark records={content} what="text" />
            </SectionHeading>
            <div className="legal">{content.length > 0 ? <Clauses clauses={content} /> : <Nothing />}</div>
          </Section>
          <StructuredData graph={[breadcrumbData(origin, name)]} />
        </main>
      )
    },
  }
}

function Clauses({ clauses }: { clauses: readonly Clause[] }) {
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
