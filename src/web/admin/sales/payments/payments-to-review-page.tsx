import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listReviewFlagsEndpoint } from '#contract/sales/payment-review-flags.ts'
import { createNamedFormsAction } from '#web/forms/form-action.ts'
import { buildListUrl, loadListPage, parsePageNumber } from '#web/lists/load-list-page.ts'
import { PagedPanel } from '#web/lists/paged-table.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { adminPaths } from '../../admin-paths.ts'
import { useFormSubmission } from '../../forms/form-submission.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { CLOSE_FLAG_FORM_NAME, CloseFlagForm, closeFlagForm, UndoAcceptanceForm } from './close-flag-form.tsx'
import { ReviewFlagSummary } from './review-flag-summary.tsx'

const PAGE_SIZE = 10

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const pageQuery = parsePaymentsQuery(new URL(request.url).searchParams)
  const flags = await loadListPage(pageQuery.page, PAGE_SIZE, (paging) =>
    call(listReviewFlagsEndpoint, { query: { ...paging, open: pageQuery.isAll ? undefined : '1' } }),
  )
  return { pageQuery, flags }
}

export const action = createNamedFormsAction({ [CLOSE_FLAG_FORM_NAME]: closeFlagForm })

/** Lists the payments that an admin must review: flagged ones, and those without an order (P-108). */
export function Page() {
  const { pageQuery, flags } = useLoaderData<typeof loader>()
  const submission = useFormSubmission(CLOSE_FLAG_FORM_NAME, flags)
  return (
    <AdminPage heading="Payments to check" note="Payments that need a decision from you.">
      <div className="grid gap-5 px-(--edge) pb-16">
        <OpenOrAllSwitch isAll={pageQuery.isAll} />
        <PagedPanel
          title={pageQuery.isAll ? 'All of them, newest first' : 'Open, oldest first'}
          list={flags}
          getPageUrl={(page) => buildPaymentsToReviewUrl({ ...pageQuery, page })}
          emptyContent={<p>{pageQuery.isAll ? 'No payments have needed a decision so far.' : 'No payments to check.'}</p>}
        >
          {(records) => (
            <ul className="border-t-[1.5px] border-ink">
              {records.map((flag) => (
                <li
                  key={flag._id}
                  className="grid gap-3 border-b border-rule-light px-4 py-4 md:px-5 lg:flex lg:items-start lg:justify-between lg:gap-8"
                >
                  <ReviewFlagSummary flag={flag} />
                  {flag.closedAt === null && <CloseFlagForm flag={flag} submission={submission} />}
                  {flag.action === 'accepted' && <UndoAcceptanceForm flag={flag} submission={submission} />}
                </li>
              ))}
            </ul>
          )}
        </PagedPanel>
      </div>
    </AdminPage>
  )
}

function OpenOrAllSwitch({ isAll }: { isAll: boolean }) {
  return (
    <nav aria-label="Which payments" className="switch">
      {[false, true].map((all) => (
        <Link
          key={String(all)}
          to={buildPaymentsToReviewUrl({ isAll: all })}
          preventScrollReset
          aria-current={all === isAll ? 'true' : undefined}
        >
          {all ? 'All' : 'Open'}
        </Link>
      ))}
    </nav>
  )
}

/** The page's URL parameters. */
type PaymentsToReviewQuery = { isAll: boolean; page: number }

function parsePaymentsQuery(params: URLSearchParams): PaymentsToReviewQuery {
  return { isAll: params.get('show') === 'all', page: parsePageNumber(params) }
}

/** Returns the page's URL without default values. */
function buildPaymentsToReviewUrl({ isAll, page }: Partial<PaymentsToReviewQuery>): string {
  return buildListUrl(adminPaths.paymentsToReview, { show: isAll && 'all', page })
}
