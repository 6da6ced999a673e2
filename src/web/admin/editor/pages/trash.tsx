import { listTrashEndpoint, TRASH_RETENTION_DAYS } from '#contract/content/content-record-endpoints.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { type FormSubmission, PostButton } from '../../forms/form-submission.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { HistoryLink } from '../history/history-link.tsx'
import { type EditorRecord, parseEditorRecord } from '../records/load-editor-records.ts'
import { getRecordTitle } from '../records/record-titles.ts'
import { ACTION_FIELD, RECORD_ID_FIELD } from './record-list-action.ts'

/** A deleted record. `deletedAt` is in epoch ms. */
export type RecordInTrash = { record: EditorRecord; deletedAt: number; deletedBy: string }

/** Returns a kind's deleted records, newest first. */
export async function loadTrash(call: ApiCallFunction, contentKind: ContentKind): Promise<RecordInTrash[]> {
  const trash = await call(listTrashEndpoint, { params: { kind: contentKind.kind } })
  return trash.map(({ record, deletedAt, deletedBy }) => ({
    record: parseEditorRecord(contentKind, record),
    deletedAt,
    deletedBy,
  }))
}

type Props = { contentKind: ContentKind; trash: readonly RecordInTrash[]; submission: FormSubmission }

/** Lists deleted records with a button that puts each one back. */
export function TrashList({ contentKind, trash, submission }: Props) {
  if (trash.length === 0) return null
  return (
    <details className="mt-4">
      <summary className="inline-block cursor-pointer py-2 underline">
        {trash.length === 1 ? '1 deleted' : `${trash.length} deleted`} in the last {TRASH_RETENTION_DAYS} days
      </summary>
      <ul className="border-t border-rule-light">
        {trash.map(({ record, deletedAt, deletedBy }) => (
          <li key={record.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule-light py-2">
            <p className="min-w-0 grow basis-56">
              <span className="line-clamp-2">{getRecordTitle(contentKind, record)}</span>
              <span className="text-fine text-muted">
                <DateTime at={deletedAt} />, by {deletedBy}
              </span>
            </p>
            <HistoryLink kind={contentKind.kind} id={record.id} recordName={getRecordTitle(contentKind, record)} />
            <PostButton submission={submission} values={{ [RECORD_ID_FIELD]: record.id, [ACTION_FIELD]: 'undelete' }}>
              Restore<span className="sr-only"> {getRecordTitle(contentKind, record)}</span>
            </PostButton>
          </li>
        ))}
      </ul>
    </details>
  )
}
