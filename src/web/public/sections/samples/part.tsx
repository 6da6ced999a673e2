import type { auditFinding } from '../../../../contract/content/kinds/audit-finding.ts'
import type { samplePart } from '../../../../contract/content/kinds/sample-part.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { readTable } from '../../../../contract/grammar/text-table.ts'
import { Paragraphs } from '../../../ui/paragraphs.tsx'
import { TickList } from '../../../ui/tick-list.tsx'
import { BarTable } from './bar-table.tsx'
import { FigureTable } from './figure-table.tsx'
import { Findings } from './findings.tsx'
import { MonthCharts } from './month-charts.tsx'
import { PositionTable } from './position-table.tsx'
import type { SampleWords } from './sheets.tsx'

type Props = {
  part: RecordOf<typeof samplePart>
  findings: readonly RecordOf<typeof auditFinding>[]
  words: SampleWords
}

/** A heading on the left with the text about what is drawn beside it; where nothing is drawn, the text stands there itself. */
export function Part(props: Props) {
  const { _id: id, partTitle, partText, look } = props.part
  const drawing = drawingOf(props)
  return (
    <section className="sheet-part" aria-labelledby={id}>
      <div>
        <h2 id={id} className="h3">
          {partTitle}
        </h2>
        {drawing && <Paragraphs text={partText} />}
      </div>
      <div>{drawing ?? (look === 'List' ? <Lines text={partText} /> : <Paragraphs text={partText} />)}</div>
    </section>
  )
}

function drawingOf({ part: { _id: id, look, figures }, findings, words }: Props) {
  const drawn = { table: readTable(figures), labelledBy: id }
  switch (look) {
    case 'Table':
      return <FigureTable {...drawn} over={words.over} />
    case 'Charts by month':
      return <MonthCharts {...drawn} />
    case 'Bars':
      return <BarTable {...drawn} />
    case 'Positions':
      return <PositionTable {...drawn} change={words.change} />
    case 'Findings':
      return <Findings id={id} findings={findings} words={words} />
  }
}

/** A tick for each line. */
function Lines({ text }: { text: string }) {
  return <TickList>{text.split('\n').filter((line) => line.trim())}</TickList>
}
