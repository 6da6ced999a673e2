import type { RecordVersion } from '../../../../contract/content/record-history.ts'
import type { ContentKind } from '../../../../contract/core/content-kind.ts'
import { DateTime } from '../../shell/date-time.tsx'
import { ChangedField } from '../diff/changed-field.tsx'
import { COMPARISON_HEADING_ID, VERSION_EVENT_LABELS } from './version-table.tsx'

type Props = { contentKind: ContentKind; from: RecordVersion | undefined; to: RecordVersion; newestVersion: number }

/** Shows the fields that differ between two versions, with the changed words marked. Without `from`, shows all fields. */
export function VersionComparison({ contentKind, from, to, newestVersion }: Props) {
  const fields = Object.entries(contentKind.fields).flatMap(([name, { label, input }]) => {
    const [before, after] = [from?.values[name] ?? '', to.values[name] ?? '']
    return before === after ? [] : [{ name, label, input, before, after }]
  })
  const getVersionLabel = ({ version }: RecordVersion) => `Version ${version}${version === newestVersion ? ', now' : ''}`
  const titles = { ...(from && { before: getVersionLabel(from) }), after: getVersionLabel(to) }
  return (
    <section aria-labelledby={COMPARISON_HEADING_ID} className="sheet px-4 pb-5 md:px-5">
      <header className="px-0!">
        <h2 id={COMPARISON_HEADING_ID} tabIndex={-1}>
          {from ? `Version ${from.version} and version ${to.version}` : `Version ${to.version}`}
        </h2>
        <p className="text-muted">
          {VERSION_EVENT_LABELS[to.event]} by {to.by}, <DateTime at={to.at} />
        </p>
      </header>
      {fields.length === 0 && <p className="text-muted">Both say the same.</p>}
      <dl className="grid gap-4">
        {fields.map(({ name, input, ...field }) => (
          <ChangedField key={name} field={field} titles={titles} input={input} />
        ))}
      </dl>
    </section>
  )
}
