import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listPaymentFlags, type PaymentFlagRecord } from '../../../../contract/sales/payment-evidence.ts'
import { formActions } from '../../../forms/form-action.ts'
import { type ListPage, pageIn, readListPage } from '../../../lists/list-page.ts'
import { PagedPanel } from '../../../lists/paged-panel.tsx'
import { visitOf } from '../../../visit.ts'
import { useKeptFocus, useSaving } from '../../forms/saving.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { adminPaths } from '../../site-map.ts'
import { FLAG_FORM, FlagForm, flagForm } from './flag-form.tsx'
import { FlagText } from './flag-text.tsx'

const PAGE_SIZE = 10

type Loaded = { shown: Shown; flags: ListPage<PaymentFlagRecord> }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const shown = readUrl(new URL(request.url).searchParams)
  const flags = await readListPage(shown.page, PAGE_SIZE, (paging) =>
    call(listPaymentFlags, { query: { ...paging, open: shown.isAll ? undefined : '1' } }),
  )
  return { shown, flags }
}

export const action = formActions({ [FLAG_FORM]: flagForm })

/** The tray of payments that need a person: flagged ones, and those that belong to no order we know. */
export function Page() {
  const { shown, flags } = useLoaderData<Loaded>()
  const saving = useSaving(FLAG_FORM)
  useKeptFocus(saving, flags)
  return (
    <AdminPage
      heading="Payments to check"
      note="What could not be settled by itself. Nothing here is ever deleted."
      ground="paper"
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Payments to check' }]}
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <Choice isAll={shown.isAll} />
        <PagedPanel
          title={shown.isAll ? 'All of them, newest first' : 'Open, oldest first'}
          list={flags}
          addressOf={(page) => urlOf({ ...shown, page })}
          empty={
            <p>{shown.isAll ? 'No payment has needed anybody so far.' : 'No payment needs you. Whatever does appears here.'}</p>
          }
        >
          {(records) => (
            <ul className="border-t-[1.5px] border-ink">
              {records.map((flag) => (
                <li
                  key={flag._id}
                  className="grid gap-3 border-b border-rule-light px-4 py-4 md:px-5 lg:flex lg:items-start lg:justify-between lg:gap-8"
                >
                  <FlagText flag={flag} />
                  {flag.closedAt === null && <FlagForm flag={flag} saving={saving} />}
                </li>
              ))}
            </ul>
          )}
        </PagedPanel>
      </div>
    </AdminPage>
  )
}

function Choice({ isAll }: { isAll: boolean }) {
  return (
    <nav aria-label="Which payments" className="switch">
      {[false, true].map((all) => (
        <Link key={String(all)} to={urlOf({ isAll: all })} preventScrollReset aria-current={all === isAll ? 'true' : undefined}>
          {all ? 'All' : 'Open'}
        </Link>
      ))}
    </nav>
  )
}

/** What the tray of payments shows, as far as its address says. */
type Shown = { isAll: boolean; page: number }

function readUrl(params: URLSearchParams): Shown {
  return { isAll: params.get('show') === 'all', page: pageIn(params) }
}

/** The address that shows it; what goes without saying is left out. */
function urlOf({ isAll, page = 1 }: Partial<Shown>): string {
  const params = new URLSearchParams({ ...(isAll && { show: 'all' }), ...(page > 1 && { page: String(page) }) })
  return params.size === 0 ? adminPaths.paymentsToCheck : `${adminPaths.paymentsToCheck}?${params}`
}
