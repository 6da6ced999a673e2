import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useParams } from 'react-router'
import { keepOwnDraft } from '../../../../contract/content/own-drafts.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import { hiddenField } from '../../../forms/field.tsx'
import { formActions, pageForm } from '../../../forms/form-action.ts'
import { visitOf } from '../../../visit.ts'
import { differing } from '../../forms/form-values.ts'
import { SavingAnswer, useSaving } from '../../forms/saving.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { buttonClass } from '../../shell/button.tsx'
import { adminPaths, groups } from '../../site-map.ts'
import { editorAddress, readRecord } from '../records/content-record.ts'
import { Comparison } from './comparison.tsx'
import { queryOf, readUrl, type Shown } from './history-url.ts'
import { contentKindOf, readHistory, readVersion, type ShownHistory } from './shown-history.ts'
import { VersionTable } from './version-table.tsx'

type Loaded = { shown: Shown; history: ShownHistory }

export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const shown = readUrl(new URL(request.url).searchParams)
  return { shown, history: await readHistory(visitOf(context).call, contentKindOf(params.kind), params.id ?? '', shown) }
}

/** The name of the form on the page. */
const RESTORE = 'restore'

/** Puts the values of a version into the record's form as an autosave: nothing is saved. */
const restoreForm = pageForm({ version: hiddenField }, async ({ call, params, values }) => {
  const contentKind = contentKindOf(params.kind)
  const place = { kind: contentKind.kind, id: params.id ?? '' }
  const record = await readRecord(call, contentKind, place.id)
  const editor = editorAddress(contentKind, record)
  const old = await readVersion(call, place, Number(values.version))
  if (!old || !editor) throw new Refusal(404, 'There is no such version of this record.')
  const changed = differing(record.values, old.values)
  if (Object.keys(changed).length === 0) {
    throw new Refusal(409, `Version ${old.version} says what the record says now: there is nothing to restore.`)
  }
  await call(keepOwnDraft, { params: place, body: { values: changed, version: record.version } })
  return redirect(editor)
})

export const action = formActions({ [RESTORE]: restoreForm })

/** Every version of one record: who, when, which fields, what differs between any two. */
export function Page() {
  const { shown, history } = useLoaderData<Loaded>()
  const contentKind = contentKindOf(useParams().kind)
  const restore = useSaving(RESTORE)
  const { name, editor, isDeleted, from, to, newest, isTyped } = history
  const group = groups[contentKind.group]
  return (
    <AdminPage
      title={`History of ${name}`}
      heading="History"
      note={contentKind.shape === 'single' ? contentKind.title : `${contentKind.title}: ${name}`}
      ground="paper"
      crumbs={[
        { name: 'Setting', to: adminPaths.settings },
        { name: group.title, to: `${adminPaths.settings}#${group.id}` },
        editor
          ? { name: contentKind.title, to: editor }
          : { name: contentKind.editor.name ?? contentKind.title, to: contentKind.editor.home },
        { name: 'History' },
      ]}
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <SavingAnswer saving={restore} />
        {isDeleted && <p className="text-muted">This record was deleted. Once it is put back a version of it can be restored.</p>}
        {editor && isTyped && (
          <p className="rounded-field bg-info-tint px-4 py-3 text-info">
            You have changes in the form that were not saved. A version that you restore takes their place.
          </p>
        )}
        {to && <Comparison contentKind={contentKind} from={from} to={to} newest={newest} />}
        <section aria-labelledby="versions" className="sheet list-panel">
          <header>
            <h2 id="versions">Versions</h2>
            <p className="text-muted">Newest first</p>
          </header>
          {history.versions.length === 0 ? (
            <p className="list-empty">There are no older versions.</p>
          ) : (
            <VersionTable contentKind={contentKind} history={history} shown={shown} restore={restore} />
          )}
          <Ways shown={shown} older={history.older} />
        </section>
      </div>
    </AdminPage>
  )
}

/** The pages are not counted: a version is reached by its number. */
function Ways({ shown, older }: { shown: Shown; older: number | undefined }) {
  if (shown.before === undefined && older === undefined) return null
  return (
    <footer>
      <nav aria-label="Pages of the versions" className="flex flex-wrap gap-3 py-2">
        {shown.before !== undefined && (
          <Link to={queryOf({}) || '.'} className={buttonClass('outline')}>
            Newest versions
          </Link>
        )}
        {older !== undefined && (
          <Link to={queryOf({ before: older })} className={buttonClass('outline')}>
            Older versions
          </Link>
        )}
      </nav>
    </footer>
  )
}
