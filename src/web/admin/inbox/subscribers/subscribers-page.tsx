import { Download } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { exportSubscribersEndpoint, listSubscribersEndpoint } from '#contract/inbox/subscribers.ts'
import { loadListPage, parsePageNumber } from '#web/lists/load-list-page.ts'
import { PagedTable } from '#web/lists/paged-table.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { adminPaths } from '../../admin-paths.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { getButtonClass } from '../../shell/button.tsx'
import { subscriberColumns } from './subscriber-columns.tsx'

/** Subscribers a page (P-128). */
const PAGE_SIZE = 5

export function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const page = parsePageNumber(new URL(request.url).searchParams)
  return loadListPage(page, PAGE_SIZE, (paging) => call(listSubscribersEndpoint, { query: paging }))
}

/** Lists the subscribers, newest first (P-128). */
export function Page() {
  const list = useLoaderData<typeof loader>()
  return (
    <AdminPage
      heading="Subscribers"
      note="Newest first. The file has confirmed subscribers only, so you may write to all of them."
      aside={
        <a href={`/api${exportSubscribersEndpoint.path}`} download className={`${getButtonClass('outline')} lg:ml-auto`}>
          <Download className="size-5" aria-hidden />
          Download as CSV
        </a>
      }
    >
      <div className="px-(--edge) pb-16">
        <PagedTable
          title="All subscribers"
          list={list}
          columns={subscriberColumns}
          getPageUrl={(page) => (page === 1 ? adminPaths.subscribers : `/all-subscriber?page=${page}`)}
          emptyContent={<p>No subscribers yet. Every public page has a subscribe box in its footer.</p>}
        />
      </div>
    </AdminPage>
  )
}
