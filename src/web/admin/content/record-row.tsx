import { generatePath, Link } from 'react-router'
import type { Section } from '../../../contract/section.ts'
import { isSafeLink } from '../../../contract/text.ts'
import { buttonClass } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { RowValue } from './row-value.tsx'
import { type ContentRecord, editorOf } from './values.ts'
import { titleOf } from './wording.ts'

/** A record in a list: its picture, what the section wants shown, and the way to its editor. */
export function RecordRow({ section, record }: { section: Section; record: ContentRecord }) {
  const shows = section.editor.shows ?? Object.keys(section.fields).slice(0, 1)
  const pictures = shows.filter((name) => section.fields[name]?.input === 'image')
  const texts = shows.slice(1).filter((name) => section.fields[name]?.input !== 'image')
  const title = titleOf(section, record)
  const page = editorOf(section, record)
  const editor = page && generatePath(page.path, { id: record.id })
  return (
    <li className="flex flex-wrap items-start gap-4 border-b border-rule-light py-4">
      {pictures.length > 0 && (
        <div className="flex flex-none gap-2">
          {pictures.map((name) => (
            <Thumbnail key={name} address={record.values[name] ?? ''} />
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
        {texts.map((name) => (
          <RowValue key={name} field={section.fields[name]} value={record.values[name] ?? ''} />
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

function Thumbnail({ address }: { address: string }) {
  return (
    <span className="block size-16 overflow-hidden rounded-field border border-rule bg-sand">
      {address !== '' && isSafeLink(address) && <img src={address} alt="" loading="lazy" className="size-full object-contain" />}
    </span>
  )
}
