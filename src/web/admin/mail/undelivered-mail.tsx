import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listMailProblems, type MailProblem, retryMail } from '../../../contract/mail-problems.ts'
import { type Listed, pageIn, readListed } from '../../lists/listed.ts'
import { PagedTable } from '../../lists/paged-table.tsx'
import { visitOf } from '../../visit.ts'
import { PostedNote } from '../forms/posted-note.tsx'
import { useSaving } from '../forms/use-saving.ts'
import { ActProblem } from '../lists/act-problem.tsx'
import { answered } from '../lists/answered.ts'
import { useKeptFocus } from '../lists/use-kept-focus.ts'
import { AdminPage } from '../parts/admin-page.tsx'
import { columnsFor, FORM, MAIL } from './columns.tsx'
import { UNDELIVERED_MAIL } from './mail-strip.tsx'

const PAGE_SIZE = 10

export function loader({ context, request }: LoaderFunctionArgs): Promise<Listed<MailProblem>> {
  const { call } = visitOf(context)
  const page = pageIn(new URL(request.url).searchParams)
  return readListed(page, PAGE_SIZE, (paging) => call(listMailProblems, { query: paging }))
}

export async function action({ context, request }: ActionFunctionArgs) {
  const id = String((await request.formData()).get(MAIL) ?? '')
  return answered(FORM, () => visitOf(context).call(retryMail, { params: { id }, body: {} }))
}

/** Mail that the mail server did not take at the last attempt. */
export function Page() {
  const list = useLoaderData<Listed<MailProblem>>()
  const saving = useSaving(FORM)
  useKeptFocus(saving.outcome, list)
  return (
    <AdminPage
      heading="Undelivered mail"
      note="What the mail server has not taken so far. It is tried again by itself, less often each time."
      ground="paper"
      crumbs={[{ name: 'Overview', to: '/admin' }, { name: 'Undelivered mail' }]}
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <PostedNote posted={saving.posted} />
        <ActProblem saving={saving} />
        <PagedTable
          title="Waiting to be delivered"
          list={list}
          columns={columnsFor(saving)}
          addressOf={(page) => (page === 1 ? UNDELIVERED_MAIL : `${UNDELIVERED_MAIL}?page=${page}`)}
          empty={<p>No mail is held up. Everything that was written has been handed over.</p>}
        />
      </div>
    </AdminPage>
  )
}
