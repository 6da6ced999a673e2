import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatDollars } from '#contract/core/money.ts'
import { listQuotesEndpoint, type Quote } from '#contract/sales/quotes.ts'
import { createNamedFormsAction } from '#web/forms/form-action.ts'
import { buildListUrl, loadListPage, parsePageNumber } from '#web/lists/load-list-page.ts'
import { type Column, PagedTable } from '#web/lists/paged-table.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { adminPaths } from '../../admin-paths.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { getButtonClass } from '../../shell/button.tsx'
import { buildNewQuotePath, buildQuotePath } from './quote-paths.ts'
import { loadQuoteScreen, QuoteScreen, quoteForms } from './quote-screen.tsx'
import { QuoteStateChip } from './quote-state-chip.tsx'

const PAGE_SIZE = 20

/** Loads the quote with the id in the URL, or else the list. */
export async function loader(args: LoaderFunctionArgs) {
  const params = new URL(args.request.url).searchParams
  const id = params.get('id')
  if (id) return { screen: await loadQuoteScreen(args, id) }
  const { call } = getPageRequestContext(args.context)
  return { quotes: await loadListPage(parsePageNumber(params), PAGE_SIZE, (query) => call(listQuotesEndpoint, { query })) }
}

export const action = createNamedFormsAction(quoteForms)

/** Lists the orders that the team made for clients, newest first (P-376). */
export function Page() {
  const { screen, quotes } = useLoaderData<typeof loader>()
  if (screen) return <QuoteScreen data={screen} />
  return (
    <AdminPage
      heading="Quotes"
      note="Orders you make for a client. They count as orders once the client accepts."
      aside={
        <Link to={buildNewQuotePath()} className={`${getButtonClass()} lg:ml-auto`}>
          Make a quote
        </Link>
      }
    >
      <div className="grid grid-cols-1 gap-5 px-(--edge) pb-16">
        <PagedTable
          title="All quotes"
          list={quotes}
          columns={columns}
          getPageUrl={(page) => buildListUrl(adminPaths.quotes, { page })}
          emptyContent={<p>No quotes yet. Make one for a client who needs their own price or parts.</p>}
        />
      </div>
    </AdminPage>
  )
}

const columns: readonly Column<Quote>[] = [
  {
    title: 'Client',
    kind: 'name',
    renderCell: ({ customerName, email }) => (
      <span className="wrap-anywhere">
        <span className="block">{customerName}</span>
        <span className="block text-help font-normal text-muted">{email}</span>
      </span>
    ),
  },
  { title: 'Quote', renderCell: ({ title }) => <span className="wrap-anywhere">{title}</span> },
  { title: 'Price', kind: 'amount', renderCell: ({ price }) => formatDollars(price) },
  { title: 'State', kind: 'figure', renderCell: ({ state }) => <QuoteStateChip state={state} /> },
  {
    title: 'Open',
    kind: 'actions',
    renderCell: ({ _id, title, customerName }) => (
      <Link to={buildQuotePath(_id)} className="inline-flex min-h-11 items-center font-semibold underline">
        Open
        <span className="sr-only">
          {' '}
          {title} for {customerName}
        </span>
      </Link>
    ),
  },
]
