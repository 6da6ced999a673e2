import { generatePath, Link } from 'react-router'
import type { Section } from '../../../contract/section.ts'
import { fieldKinds } from '../forms/field-kinds.tsx'
import { buttonClass } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { type ContentRecord, editorOf, titleOf } from './content-record.ts'

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

/** A record in a list: its picture, what the section wants shown, and the way to its editor. */
function RecordRow({ section, record }: { section: Section; record: ContentRecord }) {
  const shows = section.editor.shows ?? Object.keys(section.fields).slice(0, 1)
  const values = shows.flatMap((name, nth) => {
    const field = section.fields[name]
    return field ? { name, nth, ...fieldKinds[field.input] } : []
  })
  const pictures = values.filter(({ isPicture }) => isPicture)
  // The first one is the title.
  const texts = values.filter(({ isPicture, nth }) => !isPicture && nth > 0)
  const title = titleOf(section, record)
  const page = editorOf(section, record)
  const editor = page && generatePath(page.path, { id: record.id })
  return (
    <li className="flex flex-wrap items-start gap-4 border-b border-rule-light py-4">
      {pictures.length > 0 && (
        <div className="flex flex-none gap-2">
          {pictures.map(({ name, Row }) => (
            <Row key={name} value={record.values[name] ?? ''} />
          ))}
        </div>
      )}
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {editor ? (
            <Link to={editor} className="line-clamp-2 hover:underline">
              {title}
            </Link>
          ) : (
            <span className="line-clamp-2">{title}</span>
          )}
          {record.isSample && <Chip tone="warning">Sample</Chip>}
        </p>
        {texts.map(({ name, Row }) => (
          <Row key={name} value={record.values[name] ?? ''} />
        ))}
      </div>
      {editor && (
        <Link to={editor} className={buttonClass('outline')}>
          Edit Now<span className="sr-only"> {title}</span>
        </Link>
      )}
    </li>
  )
}
