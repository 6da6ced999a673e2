import { ArrowDown, ArrowUp, Copy, Eye, EyeOff, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContentKind } from '../../../../contract/core/content-kind.ts'
import { type FormSubmission, SubmissionForm } from '../../forms/form-submission.tsx'
import type { EditorRecord } from '../records/load-editor-records.ts'
import { ACTION_FIELD, RECORD_ID_FIELD, type RecordListActionName } from './record-list-action.ts'

type Props = {
  contentKind: ContentKind
  record: EditorRecord
  title: string
  submission: FormSubmission
  isDraftMode: boolean
  isFirst: boolean
  isLast: boolean
}

/** Shows the buttons that the record's kind allows. */
export function RecordRowButtons({
  contentKind,
  record: { id, isHidden },
  title,
  submission,
  isDraftMode,
  isFirst,
  isLast,
}: Props) {
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
    <SubmissionForm submission={submission} className="flex flex-none">
      <input type="hidden" name={RECORD_ID_FIELD} value={id} />
      {canMoveAndHide && !isDraftMode && renderAction('up', 'Move up', <ArrowUp aria-hidden />, isFirst)}
      {canMoveAndHide && !isDraftMode && renderAction('down', 'Move down', <ArrowDown aria-hidden />, isLast)}
      {canMoveAndHide &&
        (isHidden ? renderAction('show', 'Show', <Eye aria-hidden />) : renderAction('hide', 'Hide', <EyeOff aria-hidden />))}
      {!isDraftMode &&
        contentKind.fields[contentKind.unique ?? '']?.choices === undefined &&
        renderAction('duplicate', 'Duplicate', <Copy aria-hidden />)}
      {renderAction('delete', 'Delete', <Trash2 aria-hidden />)}
    </SubmissionForm>
  )
}
