import { sampleAuditFinding } from '#contract/content/kinds/sample-audit-finding.ts'
import { sampleCopy } from '#contract/content/kinds/sample-copy.ts'
import { samplePageIntro, samplePageNames } from '#contract/content/kinds/sample-page-intro.ts'
import { samplePagePart } from '#contract/content/kinds/sample-page-part.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import { fillPlaceholders } from '#contract/core/define-page-copy-kind.ts'
import { parseTextTable } from '#contract/core/text-table.ts'
import { BulletList, CheckmarkList } from '#web/ui/checkmark-list.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Paragraphs } from '#web/ui/paragraphs.tsx'
import { Section, SectionHeading } from '#web/ui/section.tsx'
import { definePublicSection, drawRow, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'
import { MonthCharts } from './month-charts.tsx'
import { PositionTable } from './position-table.tsx'
import { SampleAuditFindings } from './sample-audit-findings.tsx'
import { findSamplePageIntro, type SampleCopy, SamplePageLinks } from './sample-page-links.tsx'
import {
  parseLeadingNumber,
  parseNumberInColumnName,
  type SampleTableProps,
  TextTableView,
  TextTableWithTargets,
} from './text-table-view.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [samplePageIntro, samplePagePart, sampleAuditFinding, sampleCopy],
  hasPageHeading: true,
  miniature: { height: 40, ink: `M6 5h34v3h-34z${drawRow(5, 14, 8, 8)}${drawRow(5, 26, 8, 8)}` },
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

type PartProps = {
  part: ContentRecord<typeof samplePagePart>
  findings: readonly ContentRecord<typeof sampleAuditFinding>[]
  copy: SampleCopy
}

/** Shows a heading, its text and figures. Without figures, the text takes their place. */
function SamplePartSection(props: PartProps) {
  const { _id: id, partTitle, partText, look } = props.part
  const renderedFigures = renderFigures(props)
  return (
    <section className="sheet-part" aria-labelledby={id}>
      <div>
        <h2 id={id} className="h3">
          {partTitle}
        </h2>
        {renderedFigures && <Paragraphs text={partText} />}
      </div>
      <div>{renderedFigures ?? renderText(look, partText)}</div>
    </section>
  )
}

function renderFigures({ part: { _id: id, look, figures }, findings, copy }: PartProps) {
  const tableProps = { table: parseTextTable(figures), labelledBy: id }
  switch (look) {
    case 'Table':
      return <TextTableWithTargets {...tableProps} overLimitLabel={copy.over} />
    case 'Charts by month':
      return <MonthCharts {...tableProps} />
    case 'Bars':
      return <BarTable {...tableProps} />
    case 'Positions':
      return <PositionTable {...tableProps} change={copy.change} />
    case 'Findings':
      return <SampleAuditFindings id={id} findings={findings} copy={copy} />
  }
}

function renderText(look: string, text: string) {
  const lines = text.split('\n').filter((line) => line.trim())
  if (look === 'List') return <CheckmarkList>{lines}</CheckmarkList>
  if (look === 'To-do list') return <BulletList>{lines}</BulletList>
  return <Paragraphs text={text} />
}

/** Renders the second column as bars. The longest bar is the largest number, or the `of …` number in the column's name. */
function BarTable({ table, labelledBy }: SampleTableProps) {
  const numbers = table.rows.map((cells) => parseLeadingNumber(cells[1] ?? '') ?? 0)
  const maximum = parseNumberInColumnName('of ', table.head[1] ?? '') ?? Math.max(...numbers)
  return (
    <TextTableView
      className="bars"
      table={table}
      labelledBy={labelledBy}
      renderCell={(text, column) =>
        column === 1 ? <Bar text={text} part={toPercent(parseLeadingNumber(text) ?? 0, maximum)} /> : text
      }
    />
  )
}

/** Shows a number and a bar of that percentage. Screen readers read only the number. */
function Bar({ text, part }: { text: string; part: number }) {
  return (
    <span className="bar">
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 0H${part}V1H0z`} />
      </svg>
      {text}
    </span>
  )
}

function toPercent(number: number, maximum: number): number {
  return maximum > 0 ? Math.round(Math.min(Math.max(number / maximum, 0), 1) * 1000) / 10 : 0
}
