import { Form, useLocation } from 'react-router'
import type { RecordEvent, RecordVersion } from '../../../../contract/content/history.ts'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import { type Column, Table } from '../../../lists/paged-table.tsx'
import { type Saving, SavingForm } from '../../forms/saving.tsx'
import { Button } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import { Moment, useIsLive } from '../../shell/live.tsx'
import type { Shown } from './history-url.ts'
import type { ShownHistory } from './shown-history.ts'

export const EVENTS: Readonly<Record<RecordEvent, string>> = {
  added: 'Added',
  saved: 'Saved',
  restored: 'Restored',
  hidden: 'Hidden',
  shown: 'Shown again',
  deleted: 'Deleted',
  undeleted: 'Put back',
}

const COMPARE = 'compare'

/** The id of the heading above what is compared. */
export const COMPARISON = 'comparison'

type Props = { contentKind: ContentKind; history: ShownHistory; shown: Shown; restore: Saving }

/** Who did what when to which fields; two of them are chosen to be compared, and each goes back into the form. */
export function VersionTable({ contentKind, history, shown: { before }, restore }: Props) {
  const { versions, from, to, newest, editor } = history
  const isLive = useIsLive()
  const { pathname } = useLocation()
  const choice = (name: 'from' | 'to', words: string, chosen: number | undefined): Column<RecordVersion> => ({
    head: words,
    kind: 'figure',
    cell: ({ version }) => (
      <label className="inline-grid size-11 cursor-pointer place-items-center">
        <span className="sr-only">
          {words}: version {version}
        </span>
        <input
          type="radio"
          form={COMPARE}
          name={name}
          value={version}
          defaultChecked={version === chosen}
          className="size-5 accent-pine"
        />
      </label>
    ),
  })
  const columns: Column<RecordVersion>[] = [
    {
      head: 'Version',
      kind: 'name',
      cell: ({ version, event, by, at }) => (
        <>
          <span className="flex flex-wrap items-center gap-2">
            {version}. {EVENTS[event]}
            {version === newest && <Chip tone="success">Now</Chip>}
          </span>
          <span className="block text-fine font-normal text-muted wrap-anywhere">
            {by}, <Moment at={at} />
          </span>
        </>
      ),
    },
    { head: 'Fields', cell: ({ fields }) => fields.map((name) => contentKind.fields[name]?.label ?? name).join(', ') || 'None' },
    choice('from', 'Compare', from?.version),
    choice('to', 'With', to?.version),
    ...(editor && isLive ? [restoreColumn(restore, newest)] : []),
  ]
  return (
    <>
      <Table
        key={`${from?.version} ${to?.version}`}
        labelledBy="versions"
        columns={columns}
        records={versions.map((one) => ({ ...one, _id: String(one.version) }))}
        before={0}
      />
      <Form id={COMPARE} method="get" action={`${pathname}#${COMPARISON}`} className="px-4 py-3 md:px-5">
        {before !== undefined && <input type="hidden" name="before" value={before} />}
        <Button type="submit" look="outline">
          Compare
        </Button>
      </Form>
    </>
  )
}

function restoreColumn(saving: Saving, newest: number): Column<RecordVersion> {
  return {
    head: 'Restore',
    kind: 'act',
    cell: ({ version }) =>
      version !== newest && (
        <SavingForm saving={saving}>
          <input type="hidden" name="version" value={version} />
          <Button type="submit" look="outline" aria-disabled={saving.isBusy}>
            Restore into the form<span className="sr-only">: version {version}</span>
          </Button>
        </SavingForm>
      ),
  }
}
