import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { DraftChange } from '../../../../contract/content/site-draft.ts'
import { fieldId } from '../../../forms/field.tsx'
import { type Saving, SavingForm } from '../../forms/saving.tsx'
import { Button, buttonClass } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import { Moment } from '../../shell/live.tsx'
import { ChangedField } from '../changes/changed-field.tsx'
import { contentKindOf, type ShownChange } from './shown-draft.ts'

type Look = { word: string; tone: 'success' | 'warning' | 'error'; titles: { before?: string; after?: string } }

const ACTIONS: Record<DraftChange['action'], Look> = {
  add: { word: 'Added', tone: 'success', titles: { after: 'New' } },
  change: { word: 'Changed', tone: 'warning', titles: { before: 'Before', after: 'After' } },
  delete: { word: 'Deleted', tone: 'error', titles: { before: 'Deleted' } },
}

type Props = { change: ShownChange; discardOne: Saving; keep: Saving }

/** What becomes of one record. A refused publication leads to it by its id. */
export function Change({ change, discardOne, keep }: Props) {
  const { _id, kind, title, name, editor, action, hidden, by, at, fields, conflict } = change
  const { word, tone, titles } = ACTIONS[action]
  const contentKind = contentKindOf(kind)
  return (
    <li
      id={fieldId('publish', _id)}
      tabIndex={-1}
      className="grid gap-4 border-b border-rule-light px-4 py-5 last:border-0 md:px-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <Chip tone={tone}>{word}</Chip>
            {hidden !== undefined && <Chip tone="neutral">{hidden ? 'Hidden from visitors' : 'Shown to visitors again'}</Chip>}
            <span className="text-muted">{title}</span>
          </p>
          <h3 className="mt-1.5 font-semibold wrap-anywhere">
            {editor ? (
              <Link to={editor} className="inline-block py-0.5 underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </h3>
          <p className="text-fine text-muted wrap-anywhere">
            {by}, <Moment at={at} />
          </p>
        </div>
        <Discard change={change} saving={discardOne} />
      </div>
      {conflict && <Conflict change={change} saving={keep} sentence={conflict} />}
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

/** What was typed is lost with it, so it is asked for once more; a disclosure needs no script for that. */
function Discard({ change: { _id, name }, saving }: { change: ShownChange; saving: Saving }) {
  return (
    <details className="disclosure">
      <summary className={buttonClass('outline')}>
        Discard…<span className="sr-only"> {name}</span>
      </summary>
      <SavingForm saving={saving} className="mt-3 grid max-w-72 gap-3">
        <input type="hidden" name="change" value={_id} />
        <p className="text-fine text-muted">What was saved of this as a draft is lost. The live site stays as it is.</p>
        <Button type="submit" aria-disabled={saving.isBusy} className="justify-self-start">
          {saving.isBusy ? 'Discarding…' : 'Discard this change'}
          <span className="sr-only">: {name}</span>
        </Button>
      </SavingForm>
    </details>
  )
}

type ConflictProps = { change: ShownChange; saving: Saving; sentence: string }

/** Why it cannot be published, and the way out beside discarding it. */
function Conflict({ change: { kind, record, action, name, liveEditor, canKeep }, saving, sentence }: ConflictProps) {
  return (
    <div className="grid gap-3 rounded-card bg-error-tint p-4 text-error-deep">
      <p className="flex items-start gap-2.5 font-semibold">
        <TriangleAlert className="mt-0.5 size-5 flex-none" aria-hidden />
        {sentence}
      </p>
      {canKeep && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <SavingForm saving={saving}>
            <input type="hidden" name="kind" value={kind} />
            <input type="hidden" name="record" value={record} />
            <input type="hidden" name="action" value={action} />
            <Button type="submit" look="outline" aria-disabled={saving.isBusy}>
              {saving.isBusy ? 'Saving…' : action === 'delete' ? 'Delete it all the same' : 'Keep the draft’s words'}
              <span className="sr-only">: {name}</span>
            </Button>
          </SavingForm>
          {liveEditor && (
            <Link to={liveEditor} className="inline-flex min-h-11 items-center text-error-deep underline">
              See what is live now<span className="sr-only">: {name}</span>
            </Link>
          )}
        </div>
      )}
    </div>
  )
}
