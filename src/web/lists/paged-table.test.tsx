import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { LoadedListPage } from './load-list-page.ts'
import { PagedTable } from './paged-table.tsx'

type Order = { _id: string; package: string }

const list: LoadedListPage<Order> = {
  page: 2,
  size: 3,
  total: 7,
  records: [
    { _id: 'a', package: 'Basic' },
    { _id: 'b', package: 'Standard' },
    { _id: 'c', package: 'Premium' },
  ],
}

test('links the pages of a document to the table, and keeps other query parameters', async () => {
  const html = await renderTable('/dashboard?page=2', list)
  expect(html).toMatch(/<section [^>]*id="my-orders"/)
  for (const [label, page] of [
    ['Previous', 1],
    ['1', 1],
    ['2', 2],
    ['Next', 3],
  ]) {
    expect(html).toMatch(new RegExp(`<a [^>]*href="/dashboard\\?page=${page}#my-orders"[^>]*>${label}</a>`))
  }
  expect(html).toContain('aria-current="page"')
  expect(html).toContain('4 to 6 of 7')
  // Rows are numbered through the whole list.
  expect(html).toContain('data-head="Order">5</td>')
})

test('disables Next on the last page, hides the pager of an empty list, and offers to retry a failed one', async () => {
  expect(await renderTable('/dashboard', { ...list, page: 3 })).toMatch(/<a role="link"[^>]*aria-disabled="true"[^>]*>Next<\/a>/)
  const empty = await renderTable('/dashboard', { page: 1, size: 3, total: 0, records: [] })
  expect(empty).toContain('No orders yet.')
  expect(empty).not.toContain('<nav')
  const failed = await renderTable('/dashboard?page=2', { problem: 'The list cannot be read now.' })
  expect(failed).toMatch(/role="alert"[^>]*>.*The list cannot be read now\..*<a [^>]*href="\/dashboard\?page=2"[^>]*>Try again/)
})

/** Renders the table in a document. */
async function renderTable(path: string, orders: LoadedListPage<Order>): Promise<string> {
  const table = (
    <PagedTable
      id="my-orders"
      title="My Orders"
      list={orders}
      columns={[
        { title: 'Order', renderCell: (_, number) => number },
        { title: 'Package', kind: 'name', renderCell: (order) => order.package },
      ]}
      getPageUrl={(page) => `/dashboard?page=${page}#my-orders`}
      emptyContent={<p>No orders yet.</p>}
    />
  )
  const { query, dataRoutes } = createStaticHandler([{ path: '/dashboard', Component: () => table }])
  const context = await query(new Request(`http://test${path}`))
  if (context instanceof Response) throw new Error(`Answered ${context.status}`)
  return renderToStaticMarkup(
    <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />,
  )
}
