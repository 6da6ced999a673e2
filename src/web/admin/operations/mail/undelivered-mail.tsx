import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listMailProblems, type MailProblem, retryMail } from '../../../../contract/operations/mail-problems.ts'
import { hiddenField } from '../../../forms/field.tsx'
import { formActions, pageForm } from '../../../forms/form-action.ts'
import { type ListPage, pageIn, readListPage } from '../../../lists/list-page.ts'
import { PagedTable } from '../../../lists/paged-table.tsx'
import { visitOf } from '../../../visit.ts'
import { SavingAnswer, useKeptFocus, useSaving } from '../../forms/saving.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { adminPaths } from '../../site-map.ts'
import { columnsFor, FORM, MAIL } from './columns.tsx'

const PAGE_SIZE = 10

export function loader({ context, request }: LoaderFunctionArgs): Promise<ListPage<MailProblem>> {
  const { call } = visitOf(context)
  const page = pageIn(new URL(request.url).searchParams)
  return readListPage(page, PAGE_SIZE, (paging) => call(listMailProblems, { query: paging }))
}

export const action = formActions({
  [FORM]: pageForm({ [MAIL]: hiddenField }, async ({ call, values }) => ({
    notice: (await call(retryMail, { params: { id: values[MAIL] }, body: {} })).message,
  })),
})

/** Mail that the mail server did not take at the last attempt. */
export function Page() {
  const list = useLoaderData<ListPage<MailProblem>>()
  const saving = useSaving(FORM)
  useKeptFocus(saving, list)
  return (
    <AdminPage
      heading="Undelivered mail"
      note="What the mail server has not taken so far. It is tried again by itself, less often each time."
      ground="paper"
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Undelivered mail' }]}
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <SavingAnswer saving={saving} />
        <PagedTable
          title="Waiting to be delivered"
          list={list}
          columns={columnsFor(saving)}
          addressOf={(page) => (page === 1 ? adminPaths.undeliveredEmail : `${adminPaths.undeliveredEmail}?page=${page}`)}
          empty={<p>No mail is held up. Everything that was written has been handed over.</p>}
        />
      </div>
    </AdminPage>
  )
}
