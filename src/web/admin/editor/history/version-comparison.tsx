import type { RecordVersion } from '#contract/content/record-history.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { DateTime } from '../../shell/date-time.tsx'
import { ChangedField } from '../diff/changed-field.tsx'
import { VERSION_COMPARISON_HEADING_ID, VERSION_EVENT_LABELS } from './version-table.tsx'

type Props = {
  contentKind: ContentKind
  earlierVersion: RecordVersion | undefined
  laterVersion: RecordVersion
  newestVersion: number
}

/** Shows the fields that differ between two versions and marks the changed words. Shows all fields of a single version. */
export function VersionComparison({ contentKind, earlierVersion, laterVersion, newestVersion }: Props) {
  const fields = Object.entries(contentKind.fields).flatMap(([name, { label, input }]) => {
    const [before, after] = [earlierVersion?.values[name] ?? '', laterVersion.values[name] ?? '']
    return before === after ? [] : [{ name, label, input, before, after }]
  })
  const getVersionLabel = ({ version }: RecordVersion) => `Version ${version}${version === newestVersion ? ', now' : ''}`
  const titles = {
    ...(earlierVersion && { before: getVersionLabel(earlierVersion) }),
    after: getVersionLabel(laterVersion),
  }
  return (
    <section aria-labelledby={VERSION_COMPARISON_HEADING_ID} className="sheet px-4 pb-5 md:px-5">
      <header className="px-0!">
        <h2 id={VERSION_COMPARISON_HEADING_ID} tabIndex={-1}>
          {earlierVersion
            ? `Version ${earlierVersion.version} and version ${laterVersion.version}`
            : `Version ${laterVersion.version}`}
        </h2>
        <p className="text-muted">
          {VERSION_EVENT_LABELS[laterVersion.event]} by {laterVersion.by}, <DateTime at={laterVersion.at} />
        </p>
      </header>
      {fields.length === 0 && <p className="text-muted">Both are the same.</p>}
      <dl className="grid gap-4">
        {fields.map(({ name, input, ...field }) => (
          <ChangedField key={name} field={field} titles={titles} input={input} />
        ))}
      </dl>
    </section>
  )
}
