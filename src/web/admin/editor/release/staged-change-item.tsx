import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { StagedChange } from '#contract/content/release.ts'
import { findContentKind } from '#contract/content-kinds.ts'
import { buildFieldId } from '#web/forms/form-field.tsx'
import { type FormSubmission, PostButton } from '../../forms/form-submission.tsx'
import { Chip } from '../../shell/chip.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { ChangedField } from '../diff/changed-field.tsx'
import type { StagedChangeItemData } from './load-release.ts'

type ActionLook = { actionLabel: string; tone: 'success' | 'warning' | 'error'; titles: { before?: string; after?: string } }

const ACTION_LOOKS: Record<StagedChange['action'], ActionLook> = {
  add: { actionLabel: 'Added', tone: 'success', titles: { after: 'New' } },
  change: { actionLabel: 'Changed', tone: 'warning', titles: { before: 'Before', after: 'After' } },
  delete: { actionLabel: 'Deleted', tone: 'error', titles: { before: 'Deleted' } },
}

type Props = { change: StagedChangeItemData; discardSubmission: FormSubmission; restageSubmission: FormSubmission }

/** Shows a staged change. The errors of a refused release link to its id. */
export function StagedChangeItem({ change, discardSubmission, restageSubmission }: Props) {
  const { _id, kind, title, name, editorPath, action, hidden, by, at, fields, conflict } = change
  const { actionLabel, tone, titles } = ACTION_LOOKS[action]
  const contentKind = findContentKind(kind)
  return (
    <li
      id={buildFieldId('publish', _id)}
      tabIndex={-1}
      className="grid gap-4 border-b border-rule-light px-4 py-5 last:border-0 md:px-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <Chip tone={tone}>{actionLabel}</Chip>
            {hidden !== undefined && <Chip tone="neutral">{hidden ? 'Hidden from visitors' : 'Shown to visitors again'}</Chip>}
            <span className="text-muted">{title}</span>
          </p>
          <h3 className="mt-1.5 font-semibold wrap-anywhere">
            {editorPath ? (
              <Link to={editorPath} className="inline-block py-0.5 underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </h3>
          <p className="text-fine text-muted wrap-anywhere">
            {by}, <DateTime at={at} />
          </p>
        </div>
        <PostButton submission={discardSubmission} values={{ change: _id }}>
          {discardSubmission.isBusy ? 'Discarding…' : 'Discard'}
          <span className="sr-only">: {name}</span>
        </PostButton>
      </div>
      {conflict && <StagedChangeConflict change={change} submission={restageSubmission} conflictMessage={conflict} />}
      {fields.length > 0 && (
        <dl className="grid gap-4">
          {fields.map((field) => (
            <ChangedField
              key={field.name}
              field={field}
              titles={titles}
              input={contentKind?.fields[field.name]?.input ?? 'text'}
            />
          ))}
        </dl>
      )}
    </li>
  )
}

type StagedChangeConflictProps = { change: StagedChangeItemData; submission: FormSubmission; conflictMessage: string }

/** Says why the change can't be published, and stages it again. */
function StagedChangeConflict({
  change: { kind, record, action, name, liveEditorPath, canRestage },
  submission,
  conflictMessage,
}: StagedChangeConflictProps) {
  return (
    <div className="grid gap-3 rounded-card bg-error-tint p-4 text-error-deep">
      <p className="flex items-start gap-2.5 font-semibold">
        <TriangleAlert className="mt-0.5 size-5 flex-none" aria-hidden />
        {conflictMessage}
      </p>
      {canRestage && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <PostButton submission={submission} values={{ kind, record, action }}>
            {submission.isBusy ? 'Saving…' : action === 'delete' ? 'Delete it anyway' : 'Keep the draft’s text'}
            <span className="sr-only">: {name}</span>
          </PostButton>
          {liveEditorPath && (
            <Link to={liveEditorPath} className="inline-flex min-h-11 items-center text-error-deep underline">
              See the live version<span className="sr-only">: {name}</span>
            </Link>
          )}
        </div>
      )}
    </div>
  )
}
