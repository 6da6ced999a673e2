import type { RecordVersion } from '../../../../contract/content/history.ts'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import { Moment } from '../../shell/live.tsx'
import { ChangedField } from '../changes/changed-field.tsx'
import { COMPARISON, EVENTS } from './version-table.tsx'

type Props = { contentKind: ContentKind; from: RecordVersion | undefined; to: RecordVersion; newest: number }

/** What differs between two versions, with the words marked; all of the first version, which nothing came before. */
export function Comparison({ contentKind, from, to, newest }: Props) {
  const fields = Object.entries(contentKind.fields).flatMap(([name, { label, input }]) => {
    const [before, after] = [from?.values[name] ?? '', to.values[name] ?? '']
    return before === after ? [] : [{ name, label, input, before, after }]
  })
  const nameOf = ({ version }: RecordVersion) => `Version ${version}${version === newest ? ', now' : ''}`
  const titles = { ...(from && { before: nameOf(from) }), after: nameOf(to) }
  return (
    <section aria-labelledby={COMPARISON} className="sheet px-4 pb-5 md:px-5">
      <header className="px-0!">
        <h2 id={COMPARISON} tabIndex={-1}>
          {from ? `Version ${from.version} and version ${to.version}` : `Version ${to.version}`}
        </h2>
        <p className="text-muted">
          {EVENTS[to.event]} by {to.by}, <Moment at={to.at} />
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
