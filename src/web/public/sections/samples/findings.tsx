import { type auditFinding, effects, efforts } from '../../../../contract/content/kinds/audit-finding.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { formatted } from '../../field-marks.ts'
import type { SampleWords } from './sheets.tsx'

type Finding = RecordOf<typeof auditFinding>
type Props = {
  /** What the ids of the drawing begin with. */
  id: string
  findings: readonly Finding[]
  words: SampleWords
}

/** The findings from what to do first to what may wait, and where each of them stands between effect and effort. */
export function Findings({ id, findings, words }: Props) {
  const ranked = inOrderOfRank(findings)
  if (ranked.length === 0) return null
  return (
    <>
      <Matrix id={id} ranked={ranked} words={words} />
      <ol className="findings">
        {ranked.map((finding) => (
          <li key={finding._id}>
            <h3>{finding.findingTitle}</h3>
            <dl>
              <Said name={words.effect} value={formatted(finding, 'effect')} />
              <Said name={words.effort} value={formatted(finding, 'effort')} />
              <Said name={words.evidence} value={finding.evidence} />
              <Said name={words.remedy} value={finding.remedy} />
            </dl>
          </li>
        ))}
      </ol>
    </>
  )
}

function Said({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** By effect, then by effort; where both are the same, the owner's order stays. */
export function inOrderOfRank(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function rankOf({ effect, effort }: Finding): number {
  return placeIn(effects, effect) * efforts.length + placeIn(efforts, effort)
}

function placeIn(all: readonly string[], one: string): number {
  return all.indexOf(one)
}

const CELL = { width: 104, height: 52 }
const LEFT = 72
const TOP = 28

/** Effect upwards, effort to the right: what stands in the first corner is done first. */
function Matrix({ id, ranked, words }: { id: string; ranked: readonly Finding[]; words: SampleWords }) {
  const right = LEFT + CELL.width * efforts.length
  const bottom = TOP + CELL.height * effects.length
  const numbered = ranked.map((finding, index) => ({ ...finding, number: index + 1 }))
  const told = numbered.map(({ number, effect, effort }) => `${number}: ${effect}, ${effort}`)
  return (
    <svg className="matrix" viewBox={`0 0 ${right} ${bottom + 26}`} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
      <title id={`${id}-title`}>{`${words.effect}, ${words.effort}`}</title>
      <desc id={`${id}-desc`}>{told.join('; ')}</desc>
      <path className="matrix-first" d={`M${LEFT} ${TOP}h${CELL.width}v${CELL.height}h${-CELL.width}z`} />
      <path
        className="matrix-grid"
        d={[0, 1, 2, 3]
          .map((nth) => `M${LEFT} ${TOP + nth * CELL.height}H${right}M${LEFT + nth * CELL.width} ${TOP}V${bottom}`)
          .join('')}
      />
      <text y={TOP - 12}>{words.effect}</text>
      <text x={right} y={bottom + 20} textAnchor="end">
        {words.effort}
      </text>
      {effects.map((name, row) => (
        <text key={name} y={TOP + row * CELL.height + 31}>
          {name}
        </text>
      ))}
      {efforts.map((name, column) => (
        <text key={name} x={LEFT + column * CELL.width} y={TOP - 12}>
          {name}
        </text>
      ))}
      {effects.map((effect, row) =>
        efforts.map((effort, column) => {
          const here = numbered.filter((one) => one.effect === effect && one.effort === effort)
          return (
            here.length > 0 && (
              <text
                key={effort}
                className="matrix-numbers"
                x={LEFT + (column + 0.5) * CELL.width}
                y={TOP + row * CELL.height + 33}
                textAnchor="middle"
              >
                {here.map(({ number }) => number).join(', ')}
              </text>
            )
          )
        }),
      )}
    </svg>
  )
}
