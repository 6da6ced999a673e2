import { Fragment } from 'react'
import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import type { OutdatedRecord } from '#contract/content/outdated-business-facts.ts'
import { type ContentKind, findEditorPageForRecord, lowercaseTitle } from '#contract/core/content-kind.ts'
import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import { createNamedFormsAction } from '#web/forms/form-action.ts'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { createNotFoundError } from '#web/page-route.ts'
import { buildEditorGroupCrumbs, hasDraftParam } from '../../admin-paths.ts'
import { type AutosaveSnapshot, loadRecordAutosave } from '../../autosave/load-server-autosaves.ts'
import { findEditorScreenByPath, findRecordEditorByPath, listKindsEmbeddedInEditor } from '../../editor-screens.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { HistoryLink } from '../history/history-link.tsx'
import { type EditorRecord, loadEditorRecord, loadEditorRecords } from '../records/load-editor-records.ts'
import { ShownOnPagesChip } from '../records/public-page-links.tsx'
import { getRecordListTitle, getRecordTitle } from '../records/record-titles.ts'
import { getCustomEditorPanels } from './custom-editor-panels.tsx'
import { EditRecordForm } from './edit-record-form.tsx'
import { keepSampleContentForms } from './keep-sample-content.tsx'
import { lazyOutdatedFactsPanel, lazyPackageDeliverables } from './load-editor-code.ts'
import { defineSaveRecordForm } from './record-form-action.ts'
import { RelatedEditorLink } from './related-editor-link.tsx'

type LoadedRecord = {
  record: EditorRecord
  autosaveSnapshot: AutosaveSnapshot | undefined
}

type LoaderData = LoadedRecord & {
  /** The single records of other kinds that this page edits too, by kind. */
  embedded: Record<string, LoadedRecord>
  /** The kind's other records. Empty for a kind without a unique field. */
  others: EditorRecord[]
  panelData: unknown
  /** Records that still hold this record's old business facts. */
  outdatedRecords: OutdatedRecord[]
  /** What orders of the packages get. Only for the editor of a package. */
  templates: EditorRecord[]
}

export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<LoaderData> {
  const { pathname, searchParams } = new URL(request.url)
  const { contentKind } = requireRecordPage(pathname)
  if (!params.id) throw createNotFoundError()
  const visit = getPageRequestContext(context)
  const isDraftMode = hasDraftParam(searchParams)
  const embeddedKinds = listKindsEmbeddedInEditor(contentKind.editor.home)
  const [loaded, allRecords, panelData, outdatedRecords, templates, ...embedded] = await Promise.all([
    loadRecord(visit, contentKind, params.id, isDraftMode),
    contentKind.unique ? loadEditorRecords(visit, contentKind) : [],
    getCustomEditorPanels(contentKind)?.load(visit.call),
    contentKind.facts ? lazyOutdatedFactsPanel.get().loadOutdatedFacts(visit.call) : [],
    contentKind.kind === pricingPackage.kind ? lazyPackageDeliverables.get().loadDeliverableTemplates(visit) : [],
    ...embeddedKinds.map(async (embeddedKind) => {
      const id = await findSingleRecordId(visit, embeddedKind)
      return id === undefined ? [] : [[embeddedKind.kind, await loadRecord(visit, embeddedKind, id, isDraftMode)] as const]
    }),
  ])
  const others = allRecords.filter(({ id }) => id !== loaded.record.id)
  return { ...loaded, others, panelData, outdatedRecords, templates, embedded: Object.fromEntries(embedded.flat()) }
}

async function loadRecord(
  visit: PageRequestContext,
  contentKind: ContentKind,
  id: string,
  isDraftMode: boolean,
): Promise<LoadedRecord> {
  const record = await loadEditorRecord(visit.call, contentKind, id, isDraftMode)
  return { record, autosaveSnapshot: await loadRecordAutosave(visit, { kind: contentKind.kind, ...record }) }
}

/** Returns undefined if the kind has no record, or several. */
async function findSingleRecordId(visit: PageRequestContext, contentKind: ContentKind): Promise<string | undefined> {
  const [record, ...older] = await loadEditorRecords(visit, contentKind)
  return older.length === 0 ? record?.id : undefined
}

export async function action(args: ActionFunctionArgs) {
  const { contentKind } = requireRecordPage(new URL(args.request.url).pathname)
  const embeddedForms = listKindsEmbeddedInEditor(contentKind.editor.home).map(async (embeddedKind) => [
    embeddedKind.kind,
    defineSaveRecordForm(embeddedKind, await findSingleRecordId(getPageRequestContext(args.context), embeddedKind)),
  ])
  return createNamedFormsAction({
    [contentKind.kind]: defineSaveRecordForm(contentKind, args.params.id),
    ...Object.fromEntries(await Promise.all(embeddedForms)),
    ...keepSampleContentForms,
    ...(contentKind.facts && lazyOutdatedFactsPanel.get().outdatedFactsForms),
  })(args)
}

/** Shows the editor of one record (P-178). */
export function Page() {
  const { record, others, panelData, outdatedRecords, templates, autosaveSnapshot, embedded } = useLoaderData<LoaderData>()
  const { pathname, search } = useLocation()
  const { contentKind, page } = requireRecordPage(pathname)
  const screen = findEditorScreenByPath(contentKind.editor.home)
  const OutdatedFactsPanel = contentKind.facts && lazyOutdatedFactsPanel.get().OutdatedFactsPanel
  const PackageDeliverables = contentKind.kind === pricingPackage.kind && lazyPackageDeliverables.get().PackageDeliverablesPanel
  const name = contentKind.shape === 'single' ? contentKind.title : getRecordTitle(contentKind, record)
  return (
    <AdminPage
      background="white"
      title={`Edit ${name === contentKind.title ? lowercaseTitle(name) : `${lowercaseTitle(contentKind.title)}: ${name}`}`}
      heading={contentKind.title}
      crumbs={[
        ...buildEditorGroupCrumbs(contentKind.group),
        ...(screen && (contentKind.shape === 'list' || screen.name !== contentKind.title)
          ? [{ name: screen.name, to: screen.path }]
          : []),
        { name: contentKind.shape === 'single' ? contentKind.title : 'Edit' },
      ]}
      aside={
        <>
          <ShownOnPagesChip contentKind={contentKind} />
          <HistoryLink kind={contentKind.kind} id={record.id} />
        </>
      }
      note={
        <>
          <RelatedEditorLink contentKind={contentKind} />
          {contentKind.shape === 'single' && <OtherFormLinks contentKind={contentKind} embedded={embedded} />}
        </>
      }
    >
      {OutdatedFactsPanel && <OutdatedFactsPanel records={outdatedRecords} />}
      <EditRecordForm key={record.id + search} {...{ contentKind, page, record, others, panelData, autosaveSnapshot }} />
      {PackageDeliverables && <PackageDeliverables packageName={record.values.packageName ?? ''} templates={templates} />}
      {listKindsEmbeddedInEditor(contentKind.editor.home).map((embeddedKind) => {
        const { kind, title } = embeddedKind
        const loaded = embedded[kind]
        const embeddedPage = loaded && findEditorPageForRecord(embeddedKind, loaded.record.values)
        return (
          embeddedPage && (
            <Fragment key={loaded.record.id + search}>
              <div className="flex flex-wrap items-center gap-x-5 border-rule border-t px-(--edge) pt-6">
                <h2 id={`${kind}-heading`} className="text-heading font-semibold">
                  {title}
                </h2>
                <HistoryLink kind={kind} id={loaded.record.id} recordName={title} />
              </div>
              <EditRecordForm contentKind={embeddedKind} page={embeddedPage} isEmbedded {...loaded} />
            </Fragment>
          )
        )
      })}
    </AdminPage>
  )
}

/** Links to the other forms of the kind's page, because menus lead past that page. Forms on this page come first. */
function OtherFormLinks({
  contentKind: { kind, editor },
  embedded,
}: Pick<LoaderData, 'embedded'> & { contentKind: ContentKind }) {
  const { search } = useLocation()
  const others = findEditorScreenByPath(editor.home)?.contentKinds.filter((other) => other.kind !== kind) ?? []
  return [...listKindsEmbeddedInEditor(editor.home), ...others].map((other) => {
    const page = embedded[other.kind] ? search : other.editor.home
    const isList = other.shape === 'list'
    return (
      <Link
        key={other.kind}
        to={`${page}#${other.kind}-${isList ? 'list' : 'heading'}`}
        className="mr-4 inline-block py-0.5 underline"
      >
        {isList ? getRecordListTitle(other) : other.title}
      </Link>
    )
  })
}

function requireRecordPage(pathname: string) {
  const recordPage = findRecordEditorByPath(pathname)
  if (!recordPage) throw createNotFoundError()
  return recordPage
}
