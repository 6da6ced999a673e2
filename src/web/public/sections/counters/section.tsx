import { counters } from '../../../../contract/content/kinds/counters.ts'
import { countersWords } from '../../../../contract/content/kinds/counters-words.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { filled, type WordsOf } from '../../../../contract/grammar/words.ts'
import { SampleMark } from '../../../ui/sample-mark.tsx'
import { Section } from '../../../ui/section.tsx'
import { definePublicSection, type Outline, row } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [counters, countersWords],
  miniature: { height: 12, rects: [...row(4, 3, 8, 3), ...row(4, 8, 12, 1.5)] },
}

export const section = definePublicSection(outline, { reads: { counters, words: countersWords }, View: Counters })

type Props = { counters: RecordOf<typeof counters> | undefined; words: WordsOf<typeof countersWords> }

function Counters({ counters: record, words }: Props) {
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
      <Proof record={record} words={words} />
      <SampleMark records={[record]} what="figures" />
    </Section>
  )
}

/** Since when the figures hold, and who says so; nothing where the owner says neither. */
function Proof({ record: { figuresAsOf, figuresSource }, words }: { record: RecordOf<typeof counters>; words: Props['words'] }) {
  const said = [
    figuresAsOf && filled(words.asOfLine, { date: figuresAsOf }),
    figuresSource && filled(words.sourceLine, { source: figuresSource }),
  ].filter(Boolean)
  return said.length > 0 && <p className="proof">{said.join(' ')}</p>
}
