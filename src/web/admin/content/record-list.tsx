import type { Section } from '../../../contract/section.ts'
import { RecordRow } from './record-row.tsx'
import type { ContentRecord } from './values.ts'

/** The records of a list section; those that its page leaves out are counted, not passed over in silence. */
export function RecordList({ section, records }: { section: Section; records: readonly ContentRecord[] }) {
  const { kind, title, editor } = section
  const { only, words } = editor
  const listed = only ? records.filter(({ values }) => only.oneOf.includes(values[only.field] ?? '')) : records
  const others = records.length - listed.length
  return (
    <div className="mt-10 max-w-240">
      <h3 id={`${kind}-list`} tabIndex={-1} className="text-heading font-semibold">
        {words?.list ?? `${title} list`} <span className="font-normal text-muted">{listed.length}</span>
      </h3>
      {records.length === 0 && <p className="mt-3 text-muted">Nothing here yet. Add the first one with the form above.</p>}
      {listed.length > 0 && (
        <ul aria-labelledby={`${kind}-list`} className="mt-3 border-t-[1.5px] border-ink">
          {listed.map((record) => (
            <RecordRow key={record.id} section={section} record={record} />
          ))}
        </ul>
      )}
      {only && others > 0 && (
        <p className="mt-3 text-muted">
          {others === 1 ? '1 more is stored but not listed' : `${others} more are stored but not listed`}: only those with{' '}
          {section.fields[only.field]?.label.toLowerCase()}{' '}
          {new Intl.ListFormat('en', { type: 'disjunction' }).format(only.oneOf)} are.
        </p>
      )}
    </div>
  )
}
