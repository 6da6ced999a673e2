import { achievementCounters } from '../../../../contract/content/kinds/achievement-counters.ts'
import { achievementCountersCopy } from '../../../../contract/content/kinds/achievement-counters-copy.ts'
import type { ContentRecord } from '../../../../contract/core/content-kind.ts'
import { type CopyKindTexts, fillPlaceholders } from '../../../../contract/core/define-page-copy-kind.ts'
import { SampleNotice } from '../../../ui/sample-notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { buildMiniatureRectRow, definePublicSection, type SectionKindsAndMiniature } from '../../define-public-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [achievementCounters, achievementCountersCopy],
  miniature: { height: 12, rects: [...buildMiniatureRectRow(4, 3, 8, 3), ...buildMiniatureRectRow(4, 8, 12, 1.5)] },
}

export const section = definePublicSection(sectionKindsAndMiniature, {
  reads: { counters: achievementCounters, copy: achievementCountersCopy },
  View: Counters,
})

type Props = {
  counters: ContentRecord<typeof achievementCounters> | undefined
  copy: CopyKindTexts<typeof achievementCountersCopy>
}

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
  record: ContentRecord<typeof achievementCounters>
  copy: Props['copy']
}) {
  const sourceLines = [
    figuresAsOf && fillPlaceholders(copy.asOfLine, { date: figuresAsOf }),
    figuresSource && fillPlaceholders(copy.sourceLine, { source: figuresSource }),
  ].filter(Boolean)
  return sourceLines.length > 0 && <p className="proof">{sourceLines.join(' ')}</p>
}
