import { Download } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { exportSubscribers, listSubscribers, type Subscriber } from '../../../../contract/inbox/subscribers.ts'
import { type ListPage, pageIn, readListPage } from '../../../lists/list-page.ts'
import { PagedTable } from '../../../lists/paged-table.tsx'
import { visitOf } from '../../../visit.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { buttonClass } from '../../shell/button.tsx'
import { adminPaths } from '../../site-map.ts'
import { columns } from './columns.tsx'

/** Spec section 9. */
const PAGE_SIZE = 5

export function loader({ context, request }: LoaderFunctionArgs): Promise<ListPage<Subscriber>> {
  const { call } = visitOf(context)
  const page = pageIn(new URL(request.url).searchParams)
  return readListPage(page, PAGE_SIZE, (paging) => call(listSubscribers, { query: paging }))
}

/** Who subscribed (spec section 2), newest first. */
export function Page() {
  const list = useLoaderData<ListPage<Subscriber>>()
  return (
    <AdminPage
      heading="Subscribers"
      note="Newest first. The file holds those who have confirmed: these you may write to."
      ground="paper"
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Subscribers' }]}
      aside={
        <a href={`/api${exportSubscribers.path}`} download className={`${buttonClass('outline')} lg:ml-auto`}>
          <Download className="size-5" aria-hidden />
          Download as CSV
        </a>
      }
    >
      <div className="px-(--edge) pb-16">
        <PagedTable
          title="All subscribers"
          list={list}
          columns={columns}
          addressOf={(page) => (page === 1 ? adminPaths.subscribers : `/all-subscriber?page=${page}`)}
          empty={<p>Nobody has subscribed yet. The box for it stands at the foot of every public page.</p>}
        />
      </div>
    </AdminPage>
  )
}
