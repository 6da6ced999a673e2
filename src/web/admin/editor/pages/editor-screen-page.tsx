import { Fragment } from 'react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData, useLocation } from 'react-router'
import { listStagedRecordIdsEndpoint } from '#contract/content/staged-record-ids-endpoint.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { excludeCopyKinds } from '#contract/core/define-page-copy-kind.ts'
import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import { createNamedFormsAction, type FormDefinition } from '#web/forms/form-action.ts'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { createNotFoundError } from '#web/page-route.ts'
import { addDraftParam, buildEditorGroupCrumbs, hasDraftParam, OPEN_SINGLE_RECORD_EDITOR_PARAM } from '../../admin-paths.ts'
import { loadNewRecordAutosaves } from '../../autosave/load-server-autosaves.ts'
import { type EditorScreen, findEditorScreenByPath } from '../../editor-screens.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { loadEditorRecords } from '../records/load-editor-records.ts'
import { PublicPageLinks, ShownOnPagesChip } from '../records/public-page-links.tsx'
import { getRecordEditorPath } from '../records/record-titles.ts'
import { ContentKindPanel, showsRecordList } from './content-kind-panel.tsx'
import { getCustomEditorPanels } from './custom-editor-panels.tsx'
import { KeepSamplesNotice, keepSampleContentForms } from './keep-sample-content.tsx'
import { defineSaveRecordForm } from './record-form-action.ts'
import { defineRecordListForm, getRecordListFormName } from './record-list-action.ts'
import { RelatedEditorLink } from './related-editor-link.tsx'
import { loadTrash } from './trash.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = getPageRequestContext(context)
  const { call } = visit
  const { pathname, searchParams } = new URL(request.url)
  const isDraftMode = hasDraftParam(searchParams)
  const { contentKinds } = requireEditorScreen(pathname)
  const editorPath = searchParams.has(OPEN_SINGLE_RECORD_EDITOR_PARAM) && (await findSingleRecordEditor(visit, contentKinds))
  if (editorPath) throw redirect(editorPath)
  const kindsWithTrash = visit.viewer.kind === 'admin' ? contentKinds.filter(showsRecordList) : []
  const kinds = contentKinds.map(({ kind }) => kind)
  const [records, trash, panelData, autosaves] = await Promise.all([
    loadForEachKind(contentKinds, (contentKind) => loadEditorRecords(visit, contentKind, isDraftMode)),
    loadForEachKind(kindsWithTrash, (contentKind) => loadTrash(call, contentKind)),
    loadForEachKind(contentKinds, async (contentKind) => getCustomEditorPanels(contentKind)?.load(call)),
    loadNewRecordAutosaves(visit, kinds),
  ])
  return { records, trash, panelData, autosaves }
}

/** Returns what `load` returns for each content kind, by kind. */
async function loadForEachKind<T>(
  kinds: readonly ContentKind[],
  load: (contentKind: ContentKind) => Promise<T>,
): Promise<Record<string, T>> {
  const loads = kinds.map(async (contentKind) => [contentKind.kind, await load(contentKind)] as const)
  return Object.fromEntries(await Promise.all(loads))
}

/** Returns the editor of the only record, if this page has one single kind besides copy (P-18). */
async function findSingleRecordEditor(visit: PageRequestContext, kinds: readonly ContentKind[]): Promise<string | undefined> {
  const [contentKind, ...others] = excludeCopyKinds(kinds)
  if (contentKind?.shape !== 'single' || others.length > 0) return undefined
  const [record, ...older] = await loadEditorRecords(visit, contentKind)
  const path = record && older.length === 0 ? getRecordEditorPath(contentKind, record) : undefined
  const staged = path && visit.viewer.kind === 'admin' ? await visit.call(listStagedRecordIdsEndpoint, {}) : []
  return path && staged.some((one) => one.kind === contentKind.kind && one.record === record?.id) ? addDraftParam(path) : path
}

export function action(args: ActionFunctionArgs) {
  const { contentKinds } = requireEditorScreen(new URL(args.request.url).pathname)
  const forms = contentKinds.map((contentKind): [string, FormDefinition] => [contentKind.kind, defineSaveRecordForm(contentKind)])
  const lists = contentKinds
    .filter(showsRecordList)
    .map((contentKind): [string, FormDefinition] => [getRecordListFormName(contentKind), defineRecordListForm(contentKind)])
  return createNamedFormsAction({ ...Object.fromEntries([...forms, ...lists]), ...keepSampleContentForms })(args)
}

/** Shows all content kinds that share an editor, one after the other (P-178). */
export function Page() {
  const { records, trash, panelData, autosaves } = useLoaderData<typeof loader>()
  const { pathname, search } = useLocation()
  const { name, contentKinds } = requireEditorScreen(pathname)
  const [first] = contentKinds
  const isDraftMode = hasDraftParam(new URLSearchParams(search))
  const allRecords = contentKinds.flatMap((contentKind) =>
    (records[contentKind.kind] ?? []).map((record) => ({ contentKind, record })),
  )
  return (
    <AdminPage
      background="white"
      title={name}
      heading={first?.editor.labels?.title ?? name}
      crumbs={[...(first ? buildEditorGroupCrumbs(first.group) : []), { name }]}
      aside={first && <ShownOnPagesChip contentKind={first} />}
      note={first && <RelatedEditorLink contentKind={first} />}
    >
      {!isDraftMode && (
        <div className="px-(--edge) *:mt-6">
          <KeepSamplesNotice
            records={allRecords}
            describeKeepable={(count) =>
              `${count === 1 ? '1 item on this page is sample content. Replace it' : `${count} items on this page are sample content. Replace them`}, or keep what’s true for you.`
            }
            describeOthers={(count) =>
              `${count === 1 ? '1 item is a sample that can’t stay. Edit, hide or delete it' : `${count} items are samples that can’t stay. Edit, hide or delete each`}.`
            }
            label="Keep all on this page"
          />
        </div>
      )}
      {contentKinds.map((contentKind) => {
        const { kind } = contentKind
        const Overview = getCustomEditorPanels(contentKind)?.Overview
        return (
          <Fragment key={kind}>
            {Overview && panelData[kind] && (
              <Overview data={panelData[kind]} contentKind={contentKind} records={records[kind] ?? []} />
            )}
            <ContentKindPanel
              contentKind={contentKind}
              records={records[kind] ?? []}
              trash={trash[kind] ?? []}
              panelData={panelData[kind]}
              autosaveSnapshot={autosaves[kind]}
            />
          </Fragment>
        )
      })}
      {first && (
        <div className="px-(--edge) pb-10">
          <PublicPageLinks contentKind={first} />
        </div>
      )}
    </AdminPage>
  )
}

function requireEditorScreen(pathname: string): EditorScreen {
  const screen = findEditorScreenByPath(pathname)
  if (!screen) throw createNotFoundError()
  return screen
}
