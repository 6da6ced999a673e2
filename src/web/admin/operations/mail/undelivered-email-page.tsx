import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listMailProblemsEndpoint, type MailProblem, retryEmailEndpoint } from '#contract/operations/mail.ts'
import { createNamedFormsAction, defineForm } from '#web/forms/form-action.ts'
import { hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { loadListPage, parsePageNumber } from '#web/lists/load-list-page.ts'
import { type Column, PagedTable } from '#web/lists/paged-table.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { adminPaths } from '../../admin-paths.ts'
import { type FormSubmission, PostButton, SubmissionError, useFormSubmission } from '../../forms/form-submission.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { DateTime } from '../../shell/date-time.tsx'

const PAGE_SIZE = 10
/** The name of the form within its page, and its field with the email's id. */
const RETRY_EMAIL_FORM_NAME = 'mail'
const UNDELIVERED_EMAIL_ID_FIELD = 'mail'

export function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const page = parsePageNumber(new URL(request.url).searchParams)
  return loadListPage(page, PAGE_SIZE, (paging) => call(listMailProblemsEndpoint, { query: paging }))
}

export const action = createNamedFormsAction({
  [RETRY_EMAIL_FORM_NAME]: defineForm({ [UNDELIVERED_EMAIL_ID_FIELD]: hiddenFieldSpec }, ({ call, values }) =>
    call(retryEmailEndpoint, { params: { id: values[UNDELIVERED_EMAIL_ID_FIELD] }, body: {} }),
  ),
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
        <SubmissionError submission={submission} />
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

function buildUndeliveredEmailColumns(submission: FormSubmission): readonly Column<MailProblem>[] {
  return [
    {
      title: 'Recipient and subject',
      kind: 'name',
      renderCell: ({ to, subject }) => (
        <>
          {to}
          <span className="line-clamp-2 font-normal text-muted">{subject}</span>
        </>
      ),
    },
    {
      title: 'Mail server’s answer',
      renderCell: ({ attempts, error }) => (
        <span className="wrap-anywhere">
          {error}
          <span className="block text-muted">{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
        </span>
      ),
    },
    {
      title: 'Next attempt',
      renderCell: ({ nextAttemptAt }) => (nextAttemptAt === null ? 'We stopped trying' : <DateTime at={nextAttemptAt} />),
    },
    { title: 'Try again', kind: 'actions', renderCell: (email) => <RetryButton email={email} submission={submission} /> },
  ]
}

function RetryButton({ email: { _id, to, subject }, submission }: { email: MailProblem; submission: FormSubmission }) {
  return (
    <PostButton submission={submission} values={{ [UNDELIVERED_EMAIL_ID_FIELD]: _id }} className="whitespace-nowrap">
      Try again now
      <span className="sr-only">
        {' '}
        to send “{subject}” to {to}
      </span>
    </PostButton>
  )
}
