import { Link, useSearchParams } from 'react-router'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import type { FormAnswer } from '../../../forms/form-action.ts'
import { lastAnswer, PostedNotice, type Saving, SavingAnswer, useKeptFocus, useSaving } from '../../forms/saving.tsx'
import { buttonClass } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import { isDraftShown, withDraft } from '../../site-map.ts'
import { DraftedListLink, DraftedListNote } from '../drafts/as-draft.tsx'
import { fieldKinds } from '../form/field-kinds.tsx'
import { FoundFirstForm } from '../form/found-first.tsx'
import { type ContentRecord, editorAddress, titleOf } from '../records/content-record.ts'
import { ACT, listFormName, RECORD } from './list-form.ts'
import { RowActs } from './row-acts.tsx'
import { Trash, type Trashed } from './trash.tsx'
import { type Dragged, useDragged } from './use-dragged.ts'

type Props = { contentKind: ContentKind; records: readonly ContentRecord[]; trash: readonly Trashed[] }

/** The records of a list content kind; those that its page leaves out are counted, not passed over in silence. */
export function RecordList({ contentKind, records, trash }: Props) {
  const { kind, title, editor } = contentKind
  const { only, words } = editor
  const saving = useSaving(listFormName(contentKind))
  const isOfDraft = isDraftShown(useSearchParams()[0])
  const dragged = useDragged(saving, isOfDraft)
  useKeptFocus(saving, records, () => document.getElementById(`${kind}-list`))
  const listed = only ? records.filter(({ values }) => only.oneOf.includes(values[only.field] ?? '')) : records
  const others = records.length - listed.length
  return (
    <div className="max-w-240">
      <h2 id={`${kind}-list`} tabIndex={-1} className="text-heading font-semibold">
        {words?.list ?? `${title} list`} <span className="font-normal text-muted">{listed.length}</span>
      </h2>
      <PostedNotice saving={saving} />
      {!listed.some(({ id }) => isAbout(saving.outcome, id)) && <SavingAnswer saving={saving} isSilent />}
      {isOfDraft && <DraftedListNote />}
      {records.length === 0 && <p className="mt-3 text-muted">Nothing here yet. Add the first one with the form below.</p>}
      {listed.length > 0 && (
        <ul aria-labelledby={`${kind}-list`} className="mt-3 border-t-[1.5px] border-ink">
          {listed.map((record, place) => (
            <RecordRow
              key={record.id}
              {...{ contentKind, record, saving, dragged, isOfDraft }}
              isFirst={place === 0}
              isLast={place === listed.length - 1}
            />
          ))}
        </ul>
      )}
      {only && others > 0 && (
        <p className="mt-3 text-muted">
          {others === 1 ? '1 more is stored but not listed' : `${others} more are stored but not listed`}: only those with{' '}
          {contentKind.fields[only.field]?.label.toLowerCase()}{' '}
          {new Intl.ListFormat('en', { type: 'disjunction' }).format(only.oneOf)} are.
        </p>
      )}
      {!isOfDraft && <Trash contentKind={contentKind} trash={trash} saving={saving} />}
      {!isOfDraft && listed.length > 0 && <DraftedListLink contentKind={contentKind} />}
    </div>
  )
}

type RowProps = {
  contentKind: ContentKind
  record: ContentRecord
  saving: Saving
  dragged: Dragged
  /** The list is shown as it will be, and changed in the draft alone. */
  isOfDraft: boolean
  isFirst: boolean
  isLast: boolean
}

/** A record in a list: its picture, what the content kind wants shown, the way to its editor, and what can be done with it. */
function RecordRow({ contentKind, record, saving, dragged, isOfDraft, isFirst, isLast }: RowProps) {
  const shows = contentKind.editor.shows ?? Object.keys(contentKind.fields).slice(0, 1)
  const values = shows.flatMap((name, nth) => {
    const field = contentKind.fields[name]
    return field ? { name, nth, ...fieldKinds[field.input] } : []
  })
  const pictures = values.filter(({ isPicture }) => isPicture)
  // The first one is the title.
  const texts = values.filter(({ isPicture, nth }) => !isPicture && nth > 0)
  const title = titleOf(contentKind, record)
  const address = editorAddress(contentKind, record)
  const editor = address && isOfDraft ? withDraft(address) : address
  return (
    <li className="record-row" {...dragged.rowOf(record.id)}>
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
          {record.isHidden && <Chip tone="neutral">Hidden</Chip>}
          {record.isSample && <Chip tone="warning">Sample</Chip>}
        </p>
        {texts.map(({ name, Row }) => (
          <Row key={name} value={record.values[name] ?? ''} />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {editor && (
          <Link to={editor} className={buttonClass('outline')}>
            Edit Now<span className="sr-only"> {title}</span>
          </Link>
        )}
        <RowActs {...{ contentKind, record, title, saving, isOfDraft, isFirst, isLast }} />
      </div>
      <RowAnswer record={record} saving={saving} />
    </li>
  )
}

/** Why the act that was asked for was refused, or what it would newly break: below the record that it is about. */
function RowAnswer({ record: { id }, saving }: Pick<RowProps, 'record' | 'saving'>) {
  const answer = lastAnswer(saving)
  if (!isAbout(answer, id)) return null
  const act = answer?.values[ACT] ?? ''
  const backTo = () => document.querySelector<HTMLElement>(`[data-record="${id}"] [name="${ACT}"][value="${act}"]`)
  return (
    <>
      {saving.outcome && (
        <div className="basis-full empty:hidden">
          <SavingAnswer saving={saving} isSilent />
        </div>
      )}
      <FoundFirstForm saving={saving} words={`${WORDS[act] ?? 'Move'} anyway`} backTo={backTo} />
    </>
  )
}

function isAbout(answer: FormAnswer | undefined, id: string): boolean {
  return answer?.values[RECORD] === id
}

const WORDS: Partial<Record<string, string>> = { hide: 'Hide', show: 'Show', delete: 'Delete' }
