import { listTrash, TRASH_DAYS } from '../../../../contract/content/content-records.ts'
import type { ContentKind, RecordOf } from '../../../../contract/grammar/content-kind.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { type Saving, SavingForm } from '../../forms/saving.tsx'
import { Button } from '../../shell/button.tsx'
import { Moment } from '../../shell/live.tsx'
import { HistoryLink } from '../history/history-link.tsx'
import { type ContentRecord, recordOf, titleOf } from '../records/content-record.ts'
import { ACT, RECORD } from './list-form.ts'

/** A deleted record; times are epoch ms. */
export type Trashed = { record: ContentRecord; deletedAt: number; deletedBy: string }

/** The deleted records of a content kind that can be put back, newest first. */
export async function readTrash(call: Call, contentKind: ContentKind): Promise<Trashed[]> {
  const trash = await call(listTrash, { params: { kind: contentKind.kind } })
  return trash.map(({ record, deletedAt, deletedBy }) => ({
    record: recordOf(contentKind, record as unknown as RecordOf<ContentKind>),
    deletedAt,
    deletedBy,
  }))
}

type Props = { contentKind: ContentKind; trash: readonly Trashed[]; saving: Saving }

/** What was deleted, each with the way back. */
export function Trash({ contentKind, trash, saving }: Props) {
  if (trash.length === 0) return null
  return (
    <details className="mt-4">
      <summary className="inline-block cursor-pointer py-2 underline">
        {trash.length === 1 ? '1 deleted' : `${trash.length} deleted`} in the last {TRASH_DAYS} days
      </summary>
      <ul className="border-t border-rule-light">
        {trash.map(({ record, deletedAt, deletedBy }) => (
          <li key={record.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule-light py-2">
            <p className="min-w-0 grow basis-56">
              <span className="line-clamp-2">{titleOf(contentKind, record)}</span>
              <span className="text-fine text-muted">
                <Moment at={deletedAt} />, by {deletedBy}
              </span>
            </p>
            <HistoryLink kind={contentKind.kind} id={record.id} of={titleOf(contentKind, record)} />
            <SavingForm saving={saving}>
              <input type="hidden" name={RECORD} value={record.id} />
              <Button type="submit" look="outline" name={ACT} value="undelete">
                Put back<span className="sr-only"> {titleOf(contentKind, record)}</span>
              </Button>
            </SavingForm>
          </li>
        ))}
      </ul>
    </details>
  )
}
