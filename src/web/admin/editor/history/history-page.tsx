import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useParams } from 'react-router'
import { saveAutosaveEndpoint } from '#contract/content/autosaves.ts'
import { UserError } from '#contract/core/user-error.ts'
import { createNamedFormsAction, defineForm } from '#web/forms/form-action.ts'
import { hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { buildEditorGroupCrumbs } from '../../admin-paths.ts'
import { SubmissionError, useFormSubmission } from '../../forms/form-submission.tsx'
import { pickChangedValues } from '../../forms/form-values-store.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { AdminSection } from '../../shell/admin-section.tsx'
import { getButtonClass } from '../../shell/button.tsx'
import { loadEditorRecord } from '../records/load-editor-records.ts'
import { getRecordEditorPath } from '../records/record-titles.ts'
import {
  type HistoryQuery,
  loadRecordHistory,
  loadRecordVersion,
  parseHistoryQuery,
  requireContentKind,
} from './load-record-history.ts'
import { VersionComparison } from './version-comparison.tsx'
import { VersionTable } from './version-table.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const historyQuery = parseHistoryQuery(new URL(request.url).searchParams)
  return {
    historyQuery,
    history: await loadRecordHistory(
      getPageRequestContext(context).call,
      requireContentKind(params.kind),
      params.id ?? '',
      historyQuery,
    ),
  }
}

const RESTORE = 'restore'

/** Stores the values of a version as an autosave of the record's form. It doesn't change the record. */
const restoreForm = defineForm({ version: hiddenFieldSpec }, async ({ call, params, values }) => {
  const contentKind = requireContentKind(params.kind)
  const target = { kind: contentKind.kind, id: params.id ?? '' }
  const record = await loadEditorRecord(call, contentKind, target.id)
  const editorPath = getRecordEditorPath(contentKind, record)
  const oldVersion = await loadRecordVersion(call, target, Number(values.version))
  if (!oldVersion || !editorPath) throw new UserError(404, 'This version doesn’t exist.')
  const changed = pickChangedValues(record.values, oldVersion.values)
  if (Object.keys(changed).length === 0) {
    throw new UserError(409, `Version ${oldVersion.version} is the same as the current one, so there is nothing to restore.`)
  }
  await call(saveAutosaveEndpoint, { params: target, body: { values: changed, version: record.version } })
  return redirect(editorPath)
})

export const action = createNamedFormsAction({ [RESTORE]: restoreForm })

/** Lists the versions of a record and compares two of them. */
export function Page() {
  const { historyQuery, history } = useLoaderData<typeof loader>()
  const contentKind = requireContentKind(useParams().kind)
  const restoreSubmission = useFormSubmission(RESTORE)
  const { name, editorPath, isDeleted, earlierVersion, laterVersion, newestVersion, hasAutosave } = history
  return (
    <AdminPage
      title={`History of ${name}`}
      heading="History"
      note={contentKind.shape === 'single' ? contentKind.title : `${contentKind.title}: ${name}`}
      crumbs={[
        ...buildEditorGroupCrumbs(contentKind.group),
        editorPath
          ? { name: contentKind.title, to: editorPath }
          : { name: contentKind.editor.name ?? contentKind.title, to: contentKind.editor.home },
        { name: 'History' },
      ]}
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <SubmissionError submission={restoreSubmission} />
        {isDeleted && <p className="text-muted">This was deleted. Restore it from the trash first, then restore a version.</p>}
        {editorPath && hasAutosave && (
          <p className="rounded-field bg-info-tint px-4 py-3 text-info">
            The form has unsaved changes. Restoring a version replaces them.
          </p>
        )}
        {laterVersion && <VersionComparison {...{ contentKind, earlierVersion, laterVersion, newestVersion }} />}
        <AdminSection
          headingId="versions"
          heading="Versions"
          className="list-panel"
          aside={<p className="text-muted">Newest first</p>}
        >
          {history.versions.length === 0 ? (
            <p className="list-empty">No older versions.</p>
          ) : (
            <VersionTable {...{ contentKind, history, historyQuery, restoreSubmission }} />
          )}
          <VersionPager historyQuery={historyQuery} nextPageBefore={history.nextPageBefore} />
        </AdminSection>
      </div>
    </AdminPage>
  )
}

/** Links by version number, because versions have no page count. */
function VersionPager({ historyQuery, nextPageBefore }: { historyQuery: HistoryQuery; nextPageBefore: number | undefined }) {
  if (historyQuery.before === undefined && nextPageBefore === undefined) return null
  return (
    <footer>
      <nav aria-label="Version pages" className="flex flex-wrap gap-3 py-2">
        {historyQuery.before !== undefined && (
          <Link to="." className={getButtonClass('outline')}>
            Newest versions
          </Link>
        )}
        {nextPageBefore !== undefined && (
          <Link to={`?before=${nextPageBefore}`} className={getButtonClass('outline')}>
            Older versions
          </Link>
        )}
      </nav>
    </footer>
  )
}
