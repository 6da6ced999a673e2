import { Fragment } from 'react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import { formActions, type PageForm } from '../../../forms/form-action.ts'
import { visitOf } from '../../../visit.ts'
import { type Autosaved, readAddAutosaves } from '../../autosave/read-autosave.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { adminPaths, groups, isDraftShown, type Screen, screenAt } from '../../site-map.ts'
import { SeeAlso } from '../business/see-also.tsx'
import { type ContentRecord, readRecords } from '../records/content-record.ts'
import { ShownOn, WhereShown } from '../records/where-shown.tsx'
import { panelsOf } from './editor-panels.tsx'
import { hasList, KindBlock } from './kind-block.tsx'
import { listForm, listFormName } from './list-form.ts'
import { recordForm } from './record-form.ts'
import { readTrash, type Trashed } from './trash.tsx'

type Loaded = {
  records: Record<string, ContentRecord[]>
  trash: Record<string, Trashed[]>
  panelData: Record<string, unknown>
  autosaves: Record<string, Autosaved>
}

/** The records of every content kind on the screen. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const visit = visitOf(context)
  const { call } = visit
  const { pathname, searchParams } = new URL(request.url)
  const isOfDraft = isDraftShown(searchParams)
  const { contentKinds } = screenOf(pathname)
  const lists = contentKinds.map(
    async (contentKind) => [contentKind.kind, await readRecords(visit, contentKind, isOfDraft)] as const,
  )
  const withTrash = visit.viewer.kind === 'admin' ? contentKinds.filter(hasList) : []
  const trashes = withTrash.map(async (contentKind) => [contentKind.kind, await readTrash(call, contentKind)] as const)
  const panels = contentKinds.map(async (contentKind) => [contentKind.kind, await panelsOf(contentKind)?.load(call)] as const)
  const kinds = contentKinds.map(({ kind }) => kind)
  const [records, trash, data, autosaves] = await Promise.all([
    Promise.all(lists),
    Promise.all(trashes),
    Promise.all(panels),
    readAddAutosaves(visit, kinds),
  ])
  return {
    records: Object.fromEntries(records),
    trash: Object.fromEntries(trash),
    panelData: Object.fromEntries(data),
    autosaves,
  }
}

export function action(args: ActionFunctionArgs) {
  const { contentKinds } = screenOf(new URL(args.request.url).pathname)
  const forms = contentKinds.map((contentKind): [string, PageForm] => [contentKind.kind, recordForm(contentKind)])
  const lists = contentKinds
    .filter(hasList)
    .map((contentKind): [string, PageForm] => [listFormName(contentKind), listForm(contentKind)])
  return formActions(Object.fromEntries([...forms, ...lists]))(args)
}

/** An editor's home (spec section 2): all content kinds that share it, one after the other. */
export function Page() {
  const { records, trash, panelData, autosaves } = useLoaderData<Loaded>()
  const { name, contentKinds } = screenOf(useLocation().pathname)
  const [first] = contentKinds
  const group = first && groups[first.group]
  return (
    <AdminPage
      title={name}
      heading={first?.editor.words?.title ?? name}
      crumbs={
        group
          ? [
              { name: 'Setting', to: adminPaths.settings },
              { name: group.title, to: `${adminPaths.settings}#${group.id}` },
              { name },
            ]
          : [{ name }]
      }
      aside={first && <ShownOn contentKind={first} />}
      note={first && <SeeAlso contentKind={first} />}
    >
      {contentKinds.map((contentKind) => {
        const { kind } = contentKind
        const Overview = panelsOf(contentKind)?.Overview
        return (
          <Fragment key={kind}>
            {Overview && <Overview data={panelData[kind]} contentKind={contentKind} records={records[kind] ?? []} />}
            <KindBlock
              contentKind={contentKind}
              records={records[kind] ?? []}
              trash={trash[kind] ?? []}
              panelData={panelData[kind]}
              autosaved={autosaves[kind]}
            />
          </Fragment>
        )
      })}
      {first && (
        <div className="px-(--edge) pb-10">
          <WhereShown contentKind={first} />
        </div>
      )}
    </AdminPage>
  )
}

function screenOf(pathname: string): Screen {
  const screen = screenAt(pathname)
  if (!screen) throw new Refusal(404, 'There is no page at this address.')
  return screen
}
