import { ArrowDown, ArrowUp, Copy, Eye, EyeOff, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { FormAnswer } from '#web/forms/form-action.ts'
import { addDraftParam, hasDraftParam } from '../../admin-paths.ts'
import { type FormSubmission, SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
import { getButtonClass } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import { fieldTypeComponents } from '../form/field-type-components.tsx'
import { NewFindingsQuestionForm } from '../form/new-findings-panels.tsx'
import type { EditorRecord } from '../records/load-editor-records.ts'
import { getFieldTextForList, getRecordEditorPath, getRecordListTitle, getRecordTitle } from '../records/record-titles.ts'
import { EditListInDraftLink, ListIsInDraftNotice, useHasStagedChange } from '../release/draft-controls.tsx'
import { KEEP_SAMPLES_FORM, KeepSampleContentButton, listKeepableSampleContent } from './keep-sample-content.tsx'
import { ACTION_FIELD, getRecordListFormName, RECORD_ID_FIELD, type RecordListActionName } from './record-list-action.ts'
import { type RecordInTrash, TrashList } from './trash.tsx'
import { type RowDragController, useRowDrag } from './use-row-drag.ts'

type Props = { contentKind: ContentKind; records: readonly EditorRecord[]; trash: readonly RecordInTrash[] }

/** Lists the records of a kind. */
export function RecordList({ contentKind, records, trash }: Props) {
  const { kind, editor } = contentKind
  const group = editor.groupBy
  const keepSamples = useFormSubmission(KEEP_SAMPLES_FORM, records)
  const submission = useFormSubmission(getRecordListFormName(contentKind), records, () => document.getElementById(`${kind}-list`))
  const isDraftMode = hasDraftParam(useSearchParams()[0])
  const rowDrag = useRowDrag(submission, isDraftMode)
  const firstReal = records.find(({ isSample, isHidden }) => !isSample && !isHidden)
  return (
    <div className="max-w-240">
      <h2 id={`${kind}-list`} tabIndex={-1} className="text-heading font-semibold">
        {getRecordListTitle(contentKind)} <span className="font-normal text-muted">{records.length}</span>
      </h2>
      {!records.some(({ id }) => concernsRecord(submission.answer, id)) && <SubmissionError submission={submission} />}
      <SubmissionError submission={keepSamples} />
      {isDraftMode && <ListIsInDraftNotice />}
      {records.length === 0 && <p className="mt-3 text-muted">Nothing here yet. Add the first one below.</p>}
      {records.length > 0 && (
        <ul aria-labelledby={`${kind}-list`} className="mt-3 border-t-[1.5px] border-ink">
          {records.map((record, position) => (
            <Fragment key={record.id}>
              {group && record.values[group] !== records[position - 1]?.values[group] && (
                <li className="border-b border-rule bg-paper px-3 py-2">
                  <h3 className="font-semibold">{record.values[group]}</h3>
                </li>
              )}
              <RecordRow
                {...{ contentKind, record, submission, keepSamples, rowDrag, isDraftMode }}
                isFirstReal={editor.firstRecordMark !== undefined && record.id === firstReal?.id}
                isFirst={position === 0}
                isLast={position === records.length - 1}
              />
            </Fragment>
          ))}
        </ul>
      )}
      {!isDraftMode && <TrashList contentKind={contentKind} trash={trash} submission={submission} />}
      {!isDraftMode && records.length > 0 && <EditListInDraftLink contentKind={contentKind} />}
    </div>
  )
}

type RowProps = {
  contentKind: ContentKind
  record: EditorRecord
  submission: FormSubmission
  keepSamples: FormSubmission
  rowDrag: RowDragController
  /** Whether the list includes all staged changes and stages its actions. */
  isDraftMode: boolean
  isFirstReal: boolean
  isFirst: boolean
  isLast: boolean
}

function RecordRow(props: RowProps) {
  const { contentKind, record, submission, keepSamples, rowDrag, isDraftMode, isFirstReal, isFirst, isLast } = props
  const names = contentKind.editor.shows ?? Object.keys(contentKind.fields).slice(0, 1)
  const shownFields = names.flatMap((name, fieldIndex) => {
    const field = contentKind.fields[name]
    return field ? { name, fieldIndex, ...fieldTypeComponents[field.input] } : []
  })
  const images = shownFields.filter(({ isImage }) => isImage)
  // The first field is the title.
  const texts = shownFields.filter(({ isImage, fieldIndex }) => !isImage && fieldIndex > 0)
  const title = getRecordTitle(contentKind, record)
  const liveEditorPath = getRecordEditorPath(contentKind, record)
  const opensDraft = useHasStagedChange(contentKind.kind)(record.id) || isDraftMode
  const editorPath = liveEditorPath && opensDraft ? addDraftParam(liveEditorPath) : liveEditorPath
  return (
    <li className="record-row" {...rowDrag.getRowProps(record.id)}>
      {images.length > 0 && (
        <div className="flex flex-none gap-2">
          {images.map(({ name, RowValue }) => (
            <RowValue key={name} value={record.values[name] ?? ''} />
          ))}
        </div>
      )}
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {editorPath ? (
            <Link to={editorPath} className="line-clamp-2 hover:underline">
              {title}
            </Link>
          ) : (
            <span className="line-clamp-2">{title}</span>
          )}
          {record.isHidden && <Chip tone="neutral">Hidden</Chip>}
          {isFirstReal && <Chip tone="success">{contentKind.editor.firstRecordMark}</Chip>}
          {record.isSample && <Chip tone="warning">Sample</Chip>}
        </p>
        {texts.map(({ name, RowValue }) => (
          <RowValue key={name} value={getFieldTextForList(contentKind, record, name)} />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {!isDraftMode && (
          <KeepSampleContentButton
            submission={keepSamples}
            samples={listKeepableSampleContent([{ contentKind, record }])}
            label="Keep as is"
            about={title}
          />
        )}
        {editorPath && (
          <Link to={editorPath} className={getButtonClass('outline')}>
            Edit Now<span className="sr-only"> {title}</span>
          </Link>
        )}
        <RecordRowButtons {...{ contentKind, record, title, submission, isDraftMode, isFirst, isLast }} />
      </div>
      <RowResult record={record} submission={submission} />
    </li>
  )
}

/** Shows below a record why its last action failed, or asks about problems that the action would add. */
function RowResult({ record: { id }, submission }: Pick<RowProps, 'record' | 'submission'>) {
  const { answer } = submission
  if (!concernsRecord(answer, id)) return null
  const action = answer?.values[ACTION_FIELD] ?? ''
  const findReturnFocus = () =>
    document.querySelector<HTMLElement>(`[data-record="${id}"] [name="${ACTION_FIELD}"][value="${action}"]`)
  return (
    <>
      <div className="basis-full empty:hidden">
        <SubmissionError submission={submission} />
      </div>
      <NewFindingsQuestionForm
        submission={submission}
        submitLabel={`${ACTION_LABELS[action] ?? 'Move'} anyway`}
        findReturnFocus={findReturnFocus}
      />
    </>
  )
}

function concernsRecord(answer: FormAnswer | undefined, id: string): boolean {
  return answer?.values[RECORD_ID_FIELD] === id
}

const ACTION_LABELS: Partial<Record<string, string>> = { hide: 'Hide', show: 'Show', delete: 'Delete' }

type ButtonsProps = Omit<RowProps, 'keepSamples' | 'rowDrag' | 'isFirstReal'> & { title: string }

/** Shows the buttons that the record's kind allows. */
function RecordRowButtons({ contentKind, record, title, submission, isDraftMode, isFirst, isLast }: ButtonsProps) {
  // Admins can neither hide nor reorder such a kind (docs/decisions/0041).
  const canMoveAndHide = contentKind.notifyOnChange === undefined
  const renderAction = (name: RecordListActionName, actionLabel: string, icon: ReactNode, isDisabled = false) => (
    <button
      type="submit"
      name={ACTION_FIELD}
      value={name}
      title={actionLabel}
      className="row-action"
      aria-disabled={isDisabled || submission.isBusy}
      onClick={isDisabled ? (event) => event.preventDefault() : undefined}
    >
      {icon}
      <span className="sr-only">
        {actionLabel} {title}
      </span>
    </button>
  )
  return (
    <SubmissionForm submission={submission} values={{ [RECORD_ID_FIELD]: record.id }} className="flex flex-none">
      {canMoveAndHide && !isDraftMode && renderAction('up', 'Move up', <ArrowUp aria-hidden />, isFirst)}
      {canMoveAndHide && !isDraftMode && renderAction('down', 'Move down', <ArrowDown aria-hidden />, isLast)}
      {canMoveAndHide &&
        (record.isHidden
          ? renderAction('show', 'Show', <Eye aria-hidden />)
          : renderAction('hide', 'Hide', <EyeOff aria-hidden />))}
      {!isDraftMode &&
        contentKind.fields[contentKind.unique ?? '']?.choices === undefined &&
        renderAction('duplicate', 'Duplicate', <Copy aria-hidden />)}
      {renderAction('delete', 'Delete', <Trash2 aria-hidden />)}
    </SubmissionForm>
  )
}
