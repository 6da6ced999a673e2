import { sampleAuditFinding } from '../../../../contract/content/kinds/sample-audit-finding.ts'
import { sampleCopy } from '../../../../contract/content/kinds/sample-copy.ts'
import { samplePageIntro, samplePageNames } from '../../../../contract/content/kinds/sample-page-intro.ts'
import { samplePagePart } from '../../../../contract/content/kinds/sample-page-part.ts'
import { fillPlaceholders } from '../../../../contract/core/define-page-copy-kind.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Paragraphs } from '../../../ui/paragraphs.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import {
  buildMiniatureRectRow,
  definePublicSection,
  type SectionKindsAndMiniature,
  type SectionViewProps,
} from '../../define-public-section.tsx'
import { findSamplePageIntro, SamplePageLinks } from './sample-page-links.tsx'
import { SamplePartSection } from './sample-part-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [samplePageIntro, samplePagePart, sampleAuditFinding, sampleCopy],
  hasPageHeading: true,
  miniature: {
    height: 40,
    rects: [[6, 5, 34, 3], ...buildMiniatureRectRow(5, 14, 8, 8), ...buildMiniatureRectRow(5, 26, 8, 8)],
  },
}

const reads = { sheets: samplePageIntro, parts: samplePagePart, findings: sampleAuditFinding, copy: sampleCopy }

export const section = definePublicSection(sectionKindsAndMiniature, reads, SamplePage)

function SamplePage({ page, sheets, parts, findings, copy }: SectionViewProps<typeof reads>) {
  const samplePageName = samplePageNames.find((name) => name === page)
  if (!samplePageName) return null
  const sheet = findSamplePageIntro(samplePageName, sheets)
  if (!sheet) return null
  return (
    <Section>
      <SectionHeading title={sheet.heading} isPage>
        <p className="aside">{sheet.lead}</p>
      </SectionHeading>
      <div className="sample-sheet">
        <div className="sheet-head">
          <p>
            <b>{fillPlaceholders(copy.preparedFor, { brokerage: sheet.preparedFor })}</b> <span>{sheet.period}</span>
          </p>
          <p className="sample">{copy.mark}</p>
        </div>
        <div className="sheet-summary">
          <Paragraphs text={sheet.summary} />
        </div>
        {parts
          .filter(({ samplePage }) => samplePage === samplePageName)
          .map((part) => (
            <SamplePartSection key={part._id} part={part} findings={findings} copy={copy} />
          ))}
      </div>
      <p className="sample-links">
        <LinkButton href="/pricing/">{copy.packagesLink}</LinkButton>
        <SamplePageLinks
          sheets={sheets.filter(({ samplePage }) => samplePage !== samplePageName)}
          report={copy.reportLink}
          audit={copy.auditLink}
        />
      </p>
    </Section>
  )
}
