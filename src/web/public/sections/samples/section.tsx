import { auditFinding } from '../../../../contract/content/kinds/audit-finding.ts'
import { samplePart } from '../../../../contract/content/kinds/sample-part.ts'
import { samplePages, sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import { sampleWords } from '../../../../contract/content/kinds/sample-words.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import type { PublicPageName } from '../../../../contract/grammar/public-pages.ts'
import { filled } from '../../../../contract/grammar/words.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Paragraphs } from '../../../ui/paragraphs.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { definePublicSection, type Outline, row } from '../../public-section.tsx'
import { Part } from './part.tsx'
import { introductionOf, SampleLinks, type SampleWords, type Sheets, sheetOf } from './sheets.tsx'

export const outline: Outline = {
  kinds: [sampleSheet, samplePart, auditFinding, sampleWords],
  headsPage: true,
  miniature: {
    height: 40,
    rects: [[6, 5, 34, 3], ...row(5, 14, 8, 8), ...row(5, 26, 8, 8)],
  },
}

export const section = definePublicSection(outline, {
  reads: { sheets: sampleSheet, parts: samplePart, findings: auditFinding, words: sampleWords },
  View: Sample,
})

type Props = {
  sheets: Sheets
  parts: readonly RecordOf<typeof samplePart>[]
  findings: readonly RecordOf<typeof auditFinding>[]
  words: SampleWords
}

function Sample({ page, sheets, parts, findings, words }: Props & { page?: PublicPageName }) {
  const own = samplePages.find((name) => name === page)
  if (!own) return null
  const sheet = sheetOf(own, sheets)
  const { title, lead } = introductionOf(own, sheets, words)
  return (
    <Section>
      <SectionHeading title={title} isPage>
        <p className="aside">{lead}</p>
      </SectionHeading>
      {sheet && (
        <div className="sample-sheet">
          <div className="sheet-head">
            <p>
              <b>{filled(words.preparedFor, { brokerage: sheet.preparedFor })}</b> <span>{sheet.period}</span>
            </p>
            <p className="sample">{words.mark}</p>
          </div>
          <div className="sheet-summary">
            <Paragraphs text={sheet.summary} />
          </div>
          {parts
            .filter(({ samplePage }) => samplePage === own)
            .map((part) => (
              <Part key={part._id} part={part} findings={findings} words={words} />
            ))}
        </div>
      )}
      <p className="sample-links">
        <LinkButton href="/pricing/">{words.packagesLink}</LinkButton>
        <SampleLinks
          sheets={sheets.filter(({ samplePage }) => samplePage !== own)}
          report={words.reportLink}
          audit={words.auditLink}
        />
      </p>
    </Section>
  )
}
