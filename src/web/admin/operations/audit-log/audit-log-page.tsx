import { Link, type LoaderFunctionArgs, useLoaderData, useNavigation } from 'react-router'
import { auditActions } from '#contract/audit-actions.ts'
import { type AuditLogEntry, listAuditEntriesEndpoint } from '#contract/operations/audit-log.ts'
import { LoadErrorMessage } from '#web/lists/load-error.tsx'
import { buildListUrl } from '#web/lists/load-list-page.ts'
import { type Column, DataTable } from '#web/lists/paged-table.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { loadOrReturnFailure } from '#web/temporary-failures.ts'
import { adminPaths } from '../../admin-paths.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { getButtonClass } from '../../shell/button.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { FilterFieldLabel, FilterForm, FilterFormSearchField, FilterSelect } from '../../shell/list-filters.tsx'
import { describeAuditSubject } from './audit-log-subject.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const pageQuery = parseAuditLogQuery(new URL(request.url).searchParams)
  return {
    pageQuery,
    list: await loadOrReturnFailure(() => call(listAuditEntriesEndpoint, { query: { ...pageQuery, size: 20 } })),
  }
}

/** Lists who did what, newest first. */
export function Page() {
  const { pageQuery, list } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      heading="Activity log"
      note="Who changed what, newest first."
      crumbs={[{ name: 'Team & access', to: adminPaths.users }, { name: 'Activity log' }]}
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <EntryFilter key={buildAuditLogUrl(pageQuery)} pageQuery={pageQuery} />
        <EntryList pageQuery={pageQuery} list={list} />
      </div>
    </AdminPage>
  )
}

function EntryList({ pageQuery, list }: Awaited<ReturnType<typeof loader>>) {
  const isLoading = useNavigation().location?.pathname === adminPaths.auditLog
  const isFailed = 'problem' in list
  const isEmpty = !isFailed && list.entries.length === 0
  return (
    <section aria-labelledby="entries" aria-busy={isLoading} className="sheet list-panel">
      <header>
        <h2 id="entries" tabIndex={-1}>
          {hasAuditLogFilter(pageQuery) ? 'Entries found' : 'All entries'}
        </h2>
      </header>
      {isFailed ? (
        <LoadErrorMessage {...list} />
      ) : isEmpty ? (
        <div className="list-empty">
          <NoEntries pageQuery={pageQuery} hasOlder={list.older !== null} />
        </div>
      ) : (
        <DataTable labelledBy="entries" columns={auditLogColumns} records={list.entries} />
      )}
      <footer>
        <p role="status">{isLoading ? 'Loading…' : ''}</p>
        {!isFailed && <OlderNewerLinks pageQuery={pageQuery} older={list.older} isEmpty={isEmpty} />}
      </footer>
    </section>
  )
}

function NoEntries({ pageQuery, hasOlder }: { pageQuery: AuditLogQuery; hasOlder: boolean }) {
  if (hasOlder) return <p>No match in the entries searched so far. There are older ones.</p>
  if (pageQuery.before) return <p>No older entries.</p>
  if (!hasAuditLogFilter(pageQuery)) return <p>Nothing yet. Changes to your site, orders, payments and accounts show up here.</p>
  return (
    <p>
      No entry matches.{' '}
      <Link to={adminPaths.auditLog} className="inline-block py-0.5 underline">
        Show all entries
      </Link>
    </p>
  )
}

/** Links older entries by cursor. It counts no pages, so that a long log stays fast. */
function OlderNewerLinks({ pageQuery, older, isEmpty }: { pageQuery: AuditLogQuery; older: string | null; isEmpty: boolean }) {
  const { before, ...filter } = pageQuery
  if (!before && older === null) return null
  return (
    <nav aria-label="Log pages" className="flex flex-wrap gap-3 py-2">
      {before && (
        <Link to={buildAuditLogUrl(filter)} preventScrollReset className={getButtonClass('outline')}>
          Newest entries
        </Link>
      )}
      {older !== null && (
        <Link to={buildAuditLogUrl({ ...filter, before: older })} preventScrollReset className={getButtonClass('outline')}>
          {isEmpty ? 'Search older entries' : 'Older entries'}
        </Link>
      )}
    </nav>
  )
}

const ACTION_CHOICES = Object.entries(auditActions).map(([action, { name }]) => [action, name] as const)

function EntryFilter({ pageQuery }: { pageQuery: AuditLogQuery }) {
  return (
    <FilterForm action={adminPaths.auditLog} className="sm:grid-cols-2" isFiltered={hasAuditLogFilter(pageQuery)}>
      <FilterFormSearchField placeholder="Text or order number" search={pageQuery.search} className="lg:basis-60" />
      <label className="block lg:w-60">
        <FilterFieldLabel>Person</FilterFieldLabel>
        <input
          type="text"
          inputMode="email"
          name="actor"
          autoComplete="off"
          spellCheck={false}
          placeholder="Their full email"
          defaultValue={pageQuery.actor}
          className="control"
        />
      </label>
      <FilterSelect
        label="What"
        name="action"
        value={pageQuery.action}
        choices={ACTION_CHOICES}
        allLabel="Everything"
        className="lg:w-60"
      />
    </FilterForm>
  )
}

/** The labels of actors that aren't people. They made the first admin. */
const SYSTEM_ACTOR_LABELS: Readonly<Record<string, string>> = {
  environment: 'The server’s settings',
  'set-up code': 'The set-up link',
}

const auditLogColumns: readonly Column<AuditLogEntry>[] = [
  { title: 'What', kind: 'name', renderCell: ({ what }) => <span className="font-normal wrap-anywhere">{what}</span> },
  {
    title: 'Who',
    renderCell: ({ actor }) => (
      <Link to={buildAuditLogUrl({ actor })} className="inline-block min-w-40 py-0.5 wrap-anywhere text-ink underline">
        {SYSTEM_ACTOR_LABELS[actor] ?? actor}
      </Link>
    ),
  },
  { title: 'Item', renderCell: (entry) => <SubjectCell entry={entry} /> },
  { title: 'When', kind: 'figure', renderCell: ({ at }) => <DateTime at={at} /> },
]

/** Shows "Their account" if people change their own account, so that the email doesn't repeat. */
function SubjectCell({ entry }: { entry: AuditLogEntry }) {
  const { about, subject, actor } = entry
  if (about === 'account' && subject === actor) return <span className="text-muted">Their own account</span>
  const { label, path } = describeAuditSubject(entry)
  if (!path) return <span className="wrap-anywhere">{label}</span>
  return (
    <Link to={path} className="inline-block py-0.5 text-ink underline">
      {label}
    </Link>
  )
}

/** The page's URL parameters. `before` is the cursor of an older page. */
type AuditLogQuery = { search: string; actor: string; action?: string; before?: string }

/** Parses the URL parameters. Ignores invalid values, so a mistyped URL shows more entries instead of an error. */
function parseAuditLogQuery(params: URLSearchParams): AuditLogQuery {
  const action = params.get('action') ?? ''
  const before = params.get('before') ?? ''
  return {
    search: params.get('search')?.trim().slice(0, 200) ?? '',
    actor: params.get('actor')?.trim().slice(0, 200) ?? '',
    ...(Object.hasOwn(auditActions, action) && { action }),
    ...(/^\d{1,16}\.[0-9a-f-]{36}$/.test(before) && { before }),
  }
}

/** Returns the page's URL without empty values. */
function buildAuditLogUrl(pageQuery: Partial<AuditLogQuery>): string {
  return buildListUrl(adminPaths.auditLog, pageQuery)
}

function hasAuditLogFilter({ search, actor, action }: AuditLogQuery): boolean {
  return [search, actor, action].some(Boolean)
}
