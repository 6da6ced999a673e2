import { Form, useLocation } from 'react-router'
import type { RecordHistoryEventKind, RecordVersion } from '#contract/content/record-history.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { type Column, DataTable } from '#web/lists/paged-table.tsx'
import { type FormSubmission, PostButton } from '../../forms/form-submission.tsx'
import { Button } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import type { HistoryQuery, RecordHistoryPageData } from './load-record-history.ts'

export const VERSION_EVENT_LABELS: Readonly<Record<RecordHistoryEventKind, string>> = {
  added: 'Added',
  saved: 'Saved',
  restored: 'Restored',
  hidden: 'Hidden',
  shown: 'Shown again',
  deleted: 'Deleted',
  undeleted: 'Restore',
}

const COMPARE_FORM_ID = 'compare'

export const VERSION_COMPARISON_HEADING_ID = 'comparison'

type Props = {
  contentKind: ContentKind
  history: RecordHistoryPageData
  historyQuery: HistoryQuery
  restoreSubmission: FormSubmission
}

/** Lists versions with buttons to compare two of them and to restore one into the form. */
export function VersionTable({ contentKind, history, historyQuery: { before }, restoreSubmission }: Props) {
  const { versions, earlierVersion, laterVersion, newestVersion, editorPath } = history
  const { pathname } = useLocation()
  const createChoiceColumn = (
    name: 'from' | 'to',
    columnTitle: string,
    chosenVersion: number | undefined,
  ): Column<RecordVersion> => ({
    title: columnTitle,
    kind: 'figure',
    renderCell: ({ version }) => (
      <label className="inline-grid size-11 cursor-pointer place-items-center">
        <span className="sr-only">
          {columnTitle}: version {version}
        </span>
        <input
          type="radio"
          form={COMPARE_FORM_ID}
          name={name}
          value={version}
          defaultChecked={version === chosenVersion}
          className="size-5 accent-pine"
        />
      </label>
    ),
  })
  const columns: Column<RecordVersion>[] = [
    {
      title: 'Version',
      kind: 'name',
      renderCell: ({ version, event, by, at }) => (
        <>
          <span className="flex flex-wrap items-center gap-2">
            {version}. {VERSION_EVENT_LABELS[event]}
            {version === newestVersion && <Chip tone="success">Now</Chip>}
          </span>
          <span className="block text-fine font-normal text-muted wrap-anywhere">
            {by}, <DateTime at={at} />
          </span>
        </>
      ),
    },
    {
      title: 'Fields',
      renderCell: ({ fields }) => fields.map((name) => contentKind.fields[name]?.label ?? name).join(', ') || 'None',
    },
    createChoiceColumn('from', 'Compare', earlierVersion?.version),
    createChoiceColumn('to', 'With', laterVersion?.version),
    ...(editorPath ? [createRestoreColumn(restoreSubmission, newestVersion)] : []),
  ]
  return (
    <>
      <DataTable
        key={`${earlierVersion?.version} ${laterVersion?.version}`}
        labelledBy="versions"
        columns={columns}
        records={versions.map((recordVersion) => ({ ...recordVersion, _id: String(recordVersion.version) }))}
      />
      <Form
        id={COMPARE_FORM_ID}
        method="get"
        action={`${pathname}#${VERSION_COMPARISON_HEADING_ID}`}
        className="px-4 py-3 md:px-5"
      >
        {before !== undefined && <input type="hidden" name="before" value={before} />}
        <Button type="submit" look="outline">
          Compare
        </Button>
      </Form>
    </>
  )
}

function createRestoreColumn(submission: FormSubmission, newestVersion: number): Column<RecordVersion> {
  return {
    title: 'Restore',
    kind: 'actions',
    renderCell: ({ version }) =>
      version !== newestVersion && (
        <PostButton submission={submission} values={{ version: String(version) }}>
          Restore into the form<span className="sr-only">: version {version}</span>
        </PostButton>
      ),
  }
}
