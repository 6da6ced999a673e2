import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import type { OutdatedRecord } from '../../../../contract/content/outdated-business-facts.ts'
import { type ContentKind, lowercaseTitle } from '../../../../contract/core/content-kind.ts'
import { createFormActions } from '../../../forms/form-action.ts'
import { createNotFoundError } from '../../../route-guards.ts'
import { getVisit } from '../../../visit-context.ts'
import { type AutosaveSnapshot, loadRecordAutosave } from '../../autosave/load-autosaves.ts'
import { buildGroupCrumbs, findEditorScreen, findRecordEditorPage, hasDraftParam } from '../../navigation.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { SeeAlso } from '../business-facts/see-also.tsx'
import { HistoryLink } from '../history/history-link.tsx'
import { ShownOnChip } from '../records/public-page-links.tsx'
import { type EditorRecord, getRecordTitle, readRecord, readRecords } from '../records/read-records.ts'
import { EditRecordForm } from './edit-record-form.tsx'
import { getEditorPanels } from './editor-panels.tsx'
import { keepSamplesForms } from './keep-samples.tsx'
import { outdatedFactsPart } from './load-editor-parts.ts'
import { createRecordFormAction } from './record-form-action.ts'

type LoaderData = {
  record: EditorRecord
  /** The kind's other records. Empty for a kind without a unique field. */
  others: EditorRecord[]
  panelData: unknown
  /** Records that still hold this record's old business facts. */
  outdatedRecords: OutdatedRecord[]
  autosaveSnapshot: AutosaveSnapshot | undefined
}

export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<LoaderData> {
  const { pathname, searchParams } = new URL(request.url)
  const { contentKind } = requireRecordPage(pathname)
  if (!params.id) throw createNotFoundError()
  const visit = getVisit(context)
  const [record, allRecords, panelData, outdatedRecords] = await Promise.all([
    readRecord(visit.call, contentKind, params.id, hasDraftParam(searchParams)),
    contentKind.unique ? readRecords(visit, contentKind) : [],
    getEditorPanels(contentKind)?.load(visit.call),
    contentKind.facts ? outdatedFactsPart.get().loadOutdatedFacts(visit.call) : [],
  ])
  const autosaveSnapshot = await loadRecordAutosave(visit, { kind: contentKind.kind, ...record })
  const others = allRecords.filter(({ id }) => id !== record.id)
  return { record, others, panelData, outdatedRecords, autosaveSnapshot }
}

export function action(args: ActionFunctionArgs) {
  const { contentKind } = requireRecordPage(new URL(args.request.url).pathname)
  return createFormActions({
    [contentKind.kind]: createRecordFormAction(contentKind, args.params.id),
    ...keepSamplesForms,
    ...(contentKind.facts && outdatedFactsPart.get().outdatedFactsForms),
  })(args)
}

/** Shows the editor of one record (P-178). */
export function Page() {
  const { record, others, panelData, outdatedRecords, autosaveSnapshot } = useLoaderData<LoaderData>()
  const { pathname, search } = useLocation()
  const { contentKind, page } = requireRecordPage(pathname)
  const screen = findEditorScreen(contentKind.editor.home)
  const OutdatedFactsPanel = contentKind.facts && outdatedFactsPart.get().OutdatedFactsPanel
  const name = contentKind.shape === 'single' ? contentKind.title : getRecordTitle(contentKind, record)
  return (
    <AdminPage
      title={`Edit ${name === contentKind.title ? lowercaseTitle(name) : `${lowercaseTitle(contentKind.title)}: ${name}`}`}
      heading={contentKind.title}
      crumbs={[
        ...buildGroupCrumbs(contentKind.group),
        ...(screen && (contentKind.shape === 'list' || screen.name !== contentKind.title)
          ? [{ name: screen.name, to: screen.path }]
          : []),
        { name: contentKind.shape === 'single' ? contentKind.title : 'Edit' },
      ]}
      aside={
        <>
          <ShownOnChip contentKind={contentKind} />
          <HistoryLink kind={contentKind.kind} id={record.id} />
        </>
      }
      note={
        <>
          <SeeAlso contentKind={contentKind} />
          {contentKind.shape === 'single' && <OtherFormLinks contentKind={contentKind} />}
        </>
      }
    >
      {OutdatedFactsPanel && <OutdatedFactsPanel records={outdatedRecords} />}
      <EditRecordForm key={record.id + search} {...{ contentKind, page, record, others, panelData, autosaveSnapshot }} />
    </AdminPage>
  )
}

/** Links to the other forms of the kind's page, because menus lead past that page. */
function OtherFormLinks({ contentKind: { kind, editor } }: { contentKind: ContentKind }) {
  const others = findEditorScreen(editor.home)?.contentKinds.filter((other) => other.kind !== kind) ?? []
  return others.map((other) => (
    <Link key={other.kind} to={`${editor.home}#${other.kind}-heading`} className="mr-4 inline-block py-0.5 underline">
      {other.title}
    </Link>
  ))
}

function requireRecordPage(pathname: string) {
  const recordPage = findRecordEditorPage(pathname)
  if (!recordPage) throw createNotFoundError()
  return recordPage
}
