import type { RecordOf } from '../../../contract/section.ts'
import type { counters } from '../../../contract/sections/counters.ts'
import { SampleMark } from '../../ui/sample-mark.tsx'
import { Section } from '../../ui/section.tsx'

export function Counters({ record }: { record?: RecordOf<typeof counters> }) {
  if (!record) return null
  const figures = [
    { number: record.happyClientsNumber, text: record.happyClientsText },
    { number: record.projectCompleteNumber, text: record.projectCompleteText },
    { number: record.winingAwardNumber, text: record.winingAwardText },
    { number: record.yearofExperienceNumber, text: record.yearofExperienceText },
  ]
  return (
    <Section ground="sand">
      <ul className="counters">
        {figures.map(({ number, text }) => (
          <li key={text}>
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
