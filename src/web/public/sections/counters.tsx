import type { RecordOf } from '../../../contract/section.ts'
import type { counters } from '../../../contract/sections/counters.ts'
import { SampleMark } from '../../ui/sample-mark.tsx'
import { Section } from '../../ui/section.tsx'

export function Counters({ record }: { record?: RecordOf<typeof counters> }) {
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
