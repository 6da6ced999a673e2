import { findingEfforts, findingImpactLevels, type sampleAuditFinding } from '#contract/content/kinds/sample-audit-finding.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import { formatWithFieldMark } from '../../preview-field-mark-characters.ts'
import type { SampleCopy } from './sample-page-links.tsx'

type Finding = ContentRecord<typeof sampleAuditFinding>
type Props = {
  /** The prefix of the illustration's ids. */
  id: string
  findings: readonly Finding[]
  copy: SampleCopy
}

/** Lists the findings by priority, and plots each by effect and effort. */
export function SampleAuditFindings({ id, findings, copy }: Props) {
  const ranked = sortSampleFindingsByEffectAndEffort(findings)
  if (ranked.length === 0) return null
  return (
    <>
      <EffortEffectMatrix id={`matrix-${id}`} ranked={ranked} copy={copy} />
      <ol className="findings">
        {ranked.map((finding) => (
          <li key={finding._id}>
            <h3>{finding.findingTitle}</h3>
            <dl>
              <FindingDetail name={copy.effect} value={formatWithFieldMark(finding, 'effect')} />
              <FindingDetail name={copy.effort} value={formatWithFieldMark(finding, 'effort')} />
              <FindingDetail name={copy.evidence} value={finding.evidence} />
              <FindingDetail name={copy.remedy} value={finding.remedy} />
            </dl>
          </li>
        ))}
      </ol>
    </>
  )
}

function FindingDetail({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Sorts by effect, then by effort. Equal findings keep the owner's order. */
export function sortSampleFindingsByEffectAndEffort(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => getPriority(a) - getPriority(b))
}

function getPriority({ effect, effort }: Finding): number {
  return getIndex(findingImpactLevels, effect) * findingEfforts.length + getIndex(findingEfforts, effort)
}

function getIndex(values: readonly string[], value: string): number {
  return values.indexOf(value)
}

const CELL = { width: 104, height: 52 }
const LEFT = 72
const TOP = 28

/** Plots effect upward and effort to the right. Findings at the top left come first. */
function EffortEffectMatrix({ id, ranked, copy }: { id: string; ranked: readonly Finding[]; copy: SampleCopy }) {
  const right = LEFT + CELL.width * findingEfforts.length
  const bottom = TOP + CELL.height * findingImpactLevels.length
  const numberedFindings = ranked.map((finding, index) => ({ ...finding, number: index + 1 }))
  const findingLabels = numberedFindings.map(({ number, effect, effort }) => `${number}: ${effect}, ${effort}`)
  return (
    <svg className="matrix" viewBox={`0 0 ${right} ${bottom + 26}`} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
      <title id={`${id}-title`}>{`${copy.effect}, ${copy.effort}`}</title>
      <desc id={`${id}-desc`}>{findingLabels.join('; ')}</desc>
      <path className="matrix-first" d={`M${LEFT} ${TOP}h${CELL.width}v${CELL.height}h${-CELL.width}z`} />
      <path
        className="matrix-grid"
        d={[0, 1, 2, 3]
          .map((index) => `M${LEFT} ${TOP + index * CELL.height}H${right}M${LEFT + index * CELL.width} ${TOP}V${bottom}`)
          .join('')}
      />
      <text y={TOP - 12}>{copy.effect}</text>
      <text x={right} y={bottom + 20} textAnchor="end">
        {copy.effort} →
      </text>
      {findingImpactLevels.map((name, row) => (
        <text key={name} y={TOP + row * CELL.height + 31}>
          {name}
        </text>
      ))}
      {findingEfforts.map((name, column) => (
        <text key={name} x={LEFT + column * CELL.width} y={TOP - 12}>
          {name}
        </text>
      ))}
      {findingImpactLevels.map((effect, row) =>
        findingEfforts.map((effort, column) => {
          const cellFindings = numberedFindings.filter((finding) => finding.effect === effect && finding.effort === effort)
          return (
            cellFindings.length > 0 && (
              <text
                key={effort}
                className="matrix-numbers"
                x={LEFT + (column + 0.5) * CELL.width}
                y={TOP + row * CELL.height + 33}
                textAnchor="middle"
              >
                {cellFindings.map(({ number }) => number).join(', ')}
              </text>
            )
          )
        }),
      )}
    </svg>
  )
}
