import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { redirect } from '#contract/content/kinds/redirect.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import { getOldPathHitsEndpoint, type MissingPath } from '#contract/site/old-paths.ts'
import { createNamedFormsAction } from '#web/forms/form-action.ts'
import { type Column, DataTable } from '#web/lists/paged-table.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { buildEditorGroupCrumbs } from '../../admin-paths.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { AdminSection } from '../../shell/admin-section.tsx'
import { getButtonClass } from '../../shell/button.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { ImportRedirectsPanel, redirectImportForms } from './import-redirects-panel.tsx'

type UsedRedirect = { _id: string; oldPath: string; newPath: string; hits: number; lastAt?: number }
export async function loader({ context }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const [{ missing, redirects: hits }, records] = await Promise.all([
    call(getOldPathHitsEndpoint, {}),
    call(getReadAddAndUpdateEndpoints(redirect).list, {}) as Promise<ContentRecord<typeof redirect>[]>,
  ])
  const redirects = records.map(({ _id, oldPath, newPath }) => {
    const { hits: count = 0, lastAt } = hits.find(({ id }) => id === _id) ?? {}
    return { _id, oldPath, newPath, hits: count, ...(lastAt !== undefined && { lastAt }) }
  })
  return { missing, redirects: redirects.toSorted((a, b) => b.hits - a.hits) }
}

export const action = createNamedFormsAction(redirectImportForms)

/** Shows which old addresses lead nowhere and how often redirects are used, and imports redirects. */
export function Page() {
  const { missing, redirects } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      heading="Old addresses"
      note="Addresses that people and search engines still look for."
      crumbs={[
        ...buildEditorGroupCrumbs(redirect.group),
        { name: 'Redirects', to: redirect.editor.home },
        { name: 'Old addresses' },
      ]}
    >
      <div className="grid grid-cols-1 gap-5 px-(--edge) pb-16">
        <AdminSection headingId="missing-title" heading="Addresses without a page">
          {missing.length === 0 ? (
            <p className="border-t-[1.5px] border-ink p-4 md:px-5">
              None so far. When someone opens an address without a page, it shows up here within a few seconds.
            </p>
          ) : (
            <DataTable
              labelledBy="missing-title"
              columns={missingColumns}
              records={missing.map((one) => ({ ...one, _id: one.path }))}
            />
          )}
        </AdminSection>
        {redirects.length > 0 && (
          <AdminSection headingId="used-title" heading="How often redirects are used">
            <DataTable labelledBy="used-title" columns={usedColumns} records={redirects} />
          </AdminSection>
        )}
        <ImportRedirectsPanel />
      </div>
    </AdminPage>
  )
}

const missingColumns: Column<MissingPath & { _id: string }>[] = [
  { title: 'Address', kind: 'name', renderCell: ({ path }) => <span className="wrap-anywhere">{path}</span> },
  { title: 'Visits', kind: 'amount', renderCell: ({ hits }) => hits.toLocaleString('en-US') },
  { title: 'Last visit', kind: 'figure', renderCell: ({ lastAt }) => <DateTime at={lastAt} /> },
  {
    title: 'Action',
    kind: 'actions',
    renderCell: ({ path }) => (
      <Link
        to={`${redirect.editor.home}?${new URLSearchParams({ oldPath: path })}#add-${redirect.kind}-newPath`}
        className={getButtonClass('outline')}
      >
        Redirect this<span className="sr-only">: {path}</span>
      </Link>
    ),
  },
]

const usedColumns: Column<UsedRedirect>[] = [
  {
    title: 'From',
    kind: 'name',
    renderCell: ({ _id, oldPath }) => (
      <Link to={`${redirect.editor.home}/${_id}`} className="wrap-anywhere underline">
        {oldPath}
      </Link>
    ),
  },
  { title: 'To', renderCell: ({ newPath }) => <span className="wrap-anywhere">{newPath || 'Gone'}</span> },
  { title: 'Visits', kind: 'amount', renderCell: ({ hits }) => hits.toLocaleString('en-US') },
  {
    title: 'Last visit',
    kind: 'figure',
    renderCell: ({ lastAt }) => (lastAt === undefined ? 'Not yet' : <DateTime at={lastAt} />),
  },
]
