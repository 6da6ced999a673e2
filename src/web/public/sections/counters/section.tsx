import { achievementCounters } from '#contract/content/kinds/achievement-counters.ts'
import { achievementCountersCopy } from '#contract/content/kinds/achievement-counters-copy.ts'
import { fillPlaceholders } from '#contract/core/define-page-copy-kind.ts'
import { SampleNotice } from '#web/ui/sample-notice.tsx'
import { Section } from '#web/ui/section.tsx'
import { definePublicSection, drawRow, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [achievementCounters, achievementCountersCopy],
  miniature: { height: 12, ink: drawRow(4, 3, 8, 3) + drawRow(4, 8, 12, 1.5) },
}

const reads = { counters: achievementCounters, copy: achievementCountersCopy }

export const section = definePublicSection(sectionKindsAndMiniature, reads, Counters)

type Props = SectionViewProps<typeof reads>

function Counters({ counters: record, copy }: Props) {
  if (!record) return null
  const figures = [
    { of: 'clients', number: record.happyClientsNumber, text: record.happyClientsText },
    { of: 'projects', number: record.projectCompleteNumber, text: record.projectCompleteText },
    { of: 'awards', number: record.winingAwardNumber, text: record.winingAwardText },
    { of: 'years', number: record.yearofExperienceNumber, text: record.yearofExperienceText },
  ]
  return (
    <Section background="sand">
      <ul className="counters">
        {figures.map(({ of, number, text }) => (
          <li key={of}>
            <p className="figure">
              {number}
              <span>+</span>
            </p>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <FiguresSource record={record} copy={copy} />
      <SampleNotice records={[record]} contentLabel="figures" />
    </Section>
  )
}

/** Shows the date and the source of the figures if the owner states them (P-31). */
function FiguresSource({
  record: { figuresAsOf, figuresSource },
  copy,
}: {
  record: NonNullable<Props['counters']>
  copy: Props['copy']
}) {
  const sourceLines = [
    figuresAsOf && fillPlaceholders(copy.asOfLine, { date: figuresAsOf }),
    figuresSource && fillPlaceholders(copy.sourceLine, { source: figuresSource }),
  ].filter(Boolean)
  return sourceLines.length > 0 && <p className="proof">{sourceLines.join(' ')}</p>
}
