import { Link, type LoaderFunctionArgs, useLoaderData, useNavigation } from 'react-router'
import { auditActions } from '../../../../contract/grammar/audit-actions.ts'
import { type AuditEntry, listAuditEntries } from '../../../../contract/operations/audit.ts'
import { type LoadFailure, readOrFailure } from '../../../lists/list-page.ts'
import { LoadFailed } from '../../../lists/load-failed.tsx'
import { Table } from '../../../lists/paged-table.tsx'
import { visitOf } from '../../../visit.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { buttonClass } from '../../shell/button.tsx'
import { FilterChoice, FilterForm, FilterLabel, FilterWords } from '../../shell/search-form.tsx'
import { adminPaths } from '../../site-map.ts'
import { isNarrowed, readUrl, type Shown, urlOf } from './audit-url.ts'
import { columns } from './columns.tsx'

type Entries = { entries: AuditEntry[]; older: string | null }
type Loaded = { shown: Shown; list: Entries | LoadFailure }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const shown = readUrl(new URL(request.url).searchParams)
  return { shown, list: await readOrFailure(() => call(listAuditEntries, { query: { ...shown, size: 20 } })) }
}

/** Who did what, newest first; from page to page towards the older entries. */
export function Page() {
  const { shown, list } = useLoaderData<Loaded>()
  return (
    <AdminPage
      heading="Audit log"
      note="Who did what, newest first: with the site, orders, payments and accounts."
      ground="paper"
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Audit log' }]}
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <EntryFilter key={urlOf(shown)} shown={shown} />
        <EntryList shown={shown} list={list} />
      </div>
    </AdminPage>
  )
}

function EntryList({ shown, list }: Loaded) {
  const isLoading = useNavigation().location?.pathname === adminPaths.auditLog
  const isFailed = 'problem' in list
  const hasNone = !isFailed && list.entries.length === 0
  return (
    <section aria-labelledby="entries" aria-busy={isLoading} className="sheet list-panel">
      <header>
        <h2 id="entries" tabIndex={-1}>
          {isNarrowed(shown) ? 'Entries found' : 'All entries'}
        </h2>
      </header>
      {isFailed ? (
        <LoadFailed {...list} />
      ) : hasNone ? (
        <div className="list-empty">
          <NoEntries shown={shown} hasOlder={list.older !== null} />
        </div>
      ) : (
        <Table labelledBy="entries" columns={columns} records={list.entries} before={0} />
      )}
      <footer>
        <p role="status">{isLoading ? 'Loading…' : ''}</p>
        {!isFailed && <Ways shown={shown} older={list.older} hasNone={hasNone} />}
      </footer>
    </section>
  )
}

function NoEntries({ shown, hasOlder }: { shown: Shown; hasOlder: boolean }) {
  if (hasOlder) return <p>Nothing among the entries that were looked through so far. There are older ones.</p>
  if (shown.before) return <p>There are no older entries.</p>
  if (!isNarrowed(shown)) return <p>Nothing yet. What people do with the site, orders, payments and accounts appears here.</p>
  return (
    <p>
      No entry matches.{' '}
      <Link to={adminPaths.auditLog} className="inline-block py-0.5 underline">
        Show all entries
      </Link>
    </p>
  )
}

/** The pages are not counted, so that a long log is as quick as a short one. */
function Ways({ shown, older, hasNone }: { shown: Shown; older: string | null; hasNone: boolean }) {
  const { before, ...filter } = shown
  if (!before && older === null) return null
  return (
    <nav aria-label="Pages of the entries" className="flex flex-wrap gap-3 py-2">
      {before && (
        <Link to={urlOf(filter)} preventScrollReset className={buttonClass('outline')}>
          Newest entries
        </Link>
      )}
      {older !== null && (
        <Link to={urlOf({ ...filter, before: older })} preventScrollReset className={buttonClass('outline')}>
          {hasNone ? 'Look further back' : 'Older entries'}
        </Link>
      )}
    </nav>
  )
}

const ACTS = Object.entries(auditActions).map(([action, { name }]) => [action, name] as const)

/** Narrows the list by words, person and act. */
function EntryFilter({ shown }: { shown: Shown }) {
  return (
    <FilterForm action={adminPaths.auditLog} className="sm:grid-cols-2" isNarrowed={isNarrowed(shown)}>
      <FilterWords placeholder="Words, an order’s number" search={shown.search} className="lg:basis-60" />
      <label className="block lg:w-60">
        <FilterLabel>Person</FilterLabel>
        <input
          type="text"
          inputMode="email"
          name="actor"
          autoComplete="off"
          spellCheck={false}
          placeholder="Their email, in full"
          defaultValue={shown.actor}
          className="control"
        />
      </label>
      <FilterChoice label="What" name="action" value={shown.action} choices={ACTS} all="Everything" className="lg:w-60" />
    </FilterForm>
  )
}
