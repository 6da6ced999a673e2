import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listMailProblemsEndpoint, retryEmailEndpoint } from '../../../../contract/operations/mail-problems.ts'
import { createNamedFormsAction, defineForm } from '../../../forms/form-action.ts'
import { hiddenFieldSpec } from '../../../forms/form-field.tsx'
import { loadListPage, parsePageNumber } from '../../../lists/load-list-page.ts'
import { PagedTable } from '../../../lists/paged-table.tsx'
import { getPageRequestContext } from '../../../page-request-context.ts'
import { adminPaths } from '../../admin-paths.ts'
import { SubmissionResultMessage, useFormSubmission } from '../../forms/form-submission.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { buildUndeliveredEmailColumns, RETRY_EMAIL_FORM_NAME, UNDELIVERED_EMAIL_ID_FIELD } from './undelivered-email-columns.tsx'

const PAGE_SIZE = 10

export function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const page = parsePageNumber(new URL(request.url).searchParams)
  return loadListPage(page, PAGE_SIZE, (paging) => call(listMailProblemsEndpoint, { query: paging }))
}

export const action = createNamedFormsAction({
  [RETRY_EMAIL_FORM_NAME]: defineForm({ [UNDELIVERED_EMAIL_ID_FIELD]: hiddenFieldSpec }, async ({ call, values }) => ({
    notice: (await call(retryEmailEndpoint, { params: { id: values[UNDELIVERED_EMAIL_ID_FIELD] }, body: {} })).message,
  })),
})

/** Lists the emails that the mail server refused at the last attempt. */
export function Page() {
  const list = useLoaderData<typeof loader>()
  const submission = useFormSubmission(RETRY_EMAIL_FORM_NAME, list)
  return (
    <AdminPage
      heading="Undelivered email"
      note="Emails that the mail server hasn’t accepted yet. We keep trying, less often each time."
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <SubmissionResultMessage submission={submission} />
        <PagedTable
          title="Waiting to be delivered"
          list={list}
          columns={buildUndeliveredEmailColumns(submission)}
          getPageUrl={(page) => (page === 1 ? adminPaths.undeliveredEmail : `${adminPaths.undeliveredEmail}?page=${page}`)}
          emptyContent={<p>No emails are waiting.</p>}
        />
      </div>
    </AdminPage>
  )
}
