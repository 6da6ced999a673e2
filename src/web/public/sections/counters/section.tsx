import type { RecordOf } from '../../../../contract/section.ts'
import { counters } from '../../../../contract/sections/counters.ts'
import { SampleMark } from '../../../ui/sample-mark.tsx'
import { Section } from '../../../ui/section.tsx'
import { definePublicSection, type Outline, row } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [counters],
  miniature: { height: 12, rects: [...row(4, 3, 8, 3), ...row(4, 8, 12, 1.5)] },
}

export const section = definePublicSection(outline, { reads: { counters }, View: Counters })

function Counters({ counters: record }: { counters: RecordOf<typeof counters> | undefined }) {
  if (!record) return null
  const figures = [
    { of: 'clients', number: record.happyClientsNumber, text: record.happyClientsText },
    { of: 'projects', number: record.projectCompleteNumber, text: record.projectCompleteText },
    { of: 'awards', number: record.winingAwardNumber, text: record.winingAwardText },
    { of: 'years', number: record.yearofExperienceNumber, text: record.yearofExperienceText },
  ]
  return (
    <Section ground="sand">
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
      <SampleMark records={[record]} what="figures" />
    </Section>
  )
}
