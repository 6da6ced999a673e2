import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import type { OutdatedRecord } from '../../../../contract/content/outdated-facts.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import { formActions } from '../../../forms/form-action.ts'
import { visitOf } from '../../../visit.ts'
import { type Autosaved, readEditAutosave } from '../../autosave/read-autosave.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { adminPaths, groups, isDraftShown, recordPageAt, screenAt } from '../../site-map.ts'
import { OUTDATED, OutdatedFacts, outdatedForm, readOutdated } from '../business/outdated-facts.tsx'
import { SeeAlso } from '../business/see-also.tsx'
import { HistoryLink } from '../history/history-link.tsx'
import { type ContentRecord, lower, readRecord, readRecords, titleOf } from '../records/content-record.ts'
import { ShownOn } from '../records/where-shown.tsx'
import { EditForm } from './edit-form.tsx'
import { panelsOf } from './editor-panels.tsx'
import { recordForm } from './record-form.ts'

type Loaded = {
  record: ContentRecord
  /** The kind's other records, where no two may be alike. */
  others: ContentRecord[]
  panelData: unknown
  /** Records that still say what this one said before. */
  outdated: OutdatedRecord[]
  autosaved: Autosaved | undefined
}

export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { pathname, searchParams } = new URL(request.url)
  const { contentKind } = pageOf(pathname)
  if (!params.id) throw notFound()
  const visit = visitOf(context)
  const [record, all, panelData, outdated] = await Promise.all([
    readRecord(visit.call, contentKind, params.id, isDraftShown(searchParams)),
    contentKind.unique ? readRecords(visit, contentKind) : [],
    panelsOf(contentKind)?.load(visit.call),
    readOutdated(visit.call, contentKind),
  ])
  const autosaved = await readEditAutosave(visit, { kind: contentKind.kind, ...record })
  return { record, others: all.filter(({ id }) => id !== record.id), panelData, outdated, autosaved }
}

export function action(args: ActionFunctionArgs) {
  const { contentKind } = pageOf(new URL(args.request.url).pathname)
  return formActions({ [contentKind.kind]: recordForm(contentKind, args.params.id), [OUTDATED]: outdatedForm })(args)
}

/** The editor of one record (spec section 2). */
export function Page() {
  const { record, others, panelData, outdated, autosaved } = useLoaderData<Loaded>()
  const { pathname, search } = useLocation()
  const { contentKind, page } = pageOf(pathname)
  const group = groups[contentKind.group]
  const screen = screenAt(contentKind.editor.home)
  const name = contentKind.shape === 'single' ? contentKind.title : titleOf(contentKind, record)
  return (
    <AdminPage
      title={`Edit ${name === contentKind.title ? lower(name) : `${lower(contentKind.title)}: ${name}`}`}
      heading={contentKind.title}
      crumbs={[
        { name: 'Setting', to: adminPaths.settings },
        { name: group.title, to: `${adminPaths.settings}#${group.id}` },
        ...(screen && (contentKind.shape === 'list' || screen.name !== contentKind.title)
          ? [{ name: screen.name, to: screen.path }]
          : []),
        { name: contentKind.shape === 'single' ? contentKind.title : 'Edit' },
      ]}
      aside={
        <>
          <ShownOn contentKind={contentKind} />
          <HistoryLink kind={contentKind.kind} id={record.id} />
        </>
      }
      note={<SeeAlso contentKind={contentKind} />}
    >
      <OutdatedFacts records={outdated} />
      <EditForm key={record.id + search} {...{ contentKind, page, record, others, panelData, autosaved }} />
    </AdminPage>
  )
}

function pageOf(pathname: string) {
  const found = recordPageAt(pathname)
  if (!found) throw notFound()
  return found
}

function notFound(): Refusal {
  return new Refusal(404, 'There is no page at this address.')
}
