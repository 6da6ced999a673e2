import { TriangleAlert } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listMessages, type Message, type MessageStatus } from '../../../../contract/inbox/messages.ts'
import { hiddenField } from '../../../forms/field.tsx'
import { formActions, pageForm } from '../../../forms/form-action.ts'
import { type ListPage, readListPage } from '../../../lists/list-page.ts'
import { visitOf } from '../../../visit.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { useFrameData } from '../../shell/frame-data.ts'
import { SearchBox } from '../../shell/search-form.tsx'
import { adminPaths } from '../../site-map.ts'
import { ACT, carryOutTicked } from './acts.ts'
import { MessageTable, tables } from './message-table.tsx'
import { readUrl, type Shown, sizes, urlOf } from './messages-url.ts'
import { Places, Sizes } from './places.tsx'

type Loaded = { shown: Shown; unread: ListPage<Message>; read: ListPage<Message> }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const shown = readUrl(new URL(request.url).searchParams)
  const { place, search, size } = shown
  const list = (messageStatus: MessageStatus, page: number, before?: string) =>
    readListPage(page, size, (paging) =>
      call(listMessages, { query: { ...paging, messageStatus, place, search, ...(before && { before }) } }),
    )
  const [unread, read] = await Promise.all([
    list(tables.unread.status, shown.unread, shown.unreadBefore),
    list(tables.read.status, shown.read, shown.readBefore),
  ])
  return { shown, unread, read }
}

const tableForm = pageForm({ [ACT]: hiddenField }, async ({ call, values, posted }) => ({
  notice: (await carryOutTicked(call, values[ACT], posted)).message,
}))

export const action = formActions(Object.fromEntries(Object.keys(tables).map((name) => [name, tableForm])))

/** Messages (spec section 2): the unread and the read ones of one place. */
export function Page() {
  const { shown, unread, read } = useLoaderData<Loaded>()
  const { place, search, size } = shown
  return (
    <AdminPage
      heading="Messages"
      note="What visitors wrote, newest first."
      ground="paper"
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Messages' }]}
      aside={
        <SearchBox
          key={`${place} ${search}`}
          action={adminPaths.messages}
          words="Search the messages"
          search={search}
          kept={
            <>
              {place !== 'inbox' && <input type="hidden" name="place" value={place} />}
              {size !== sizes[0] && <input type="hidden" name="size" value={size} />}
            </>
          }
          all={urlOf({ place, size })}
        />
      }
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <MailStrip />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <Places shown={shown} />
          <Sizes shown={shown} />
        </div>
        <MessageTable name="unread" shown={shown} list={unread} />
        <MessageTable name="read" shown={shown} list={read} />
      </div>
    </AdminPage>
  )
}

/** Says that mail is held up, wherever the admin would expect an answer to have gone out. */
function MailStrip() {
  const { undeliveredMail = 0 } = useFrameData()
  if (undeliveredMail === 0) return null
  return (
    <div className="flex items-start gap-3 rounded-card bg-warning-tint px-4 py-2 font-semibold text-warning">
      <TriangleAlert className="mt-3 size-5 flex-none" aria-hidden />
      <p className="flex flex-wrap items-center gap-x-3 max-sm:pt-2.5">
        {undeliveredMail === 1 ? '1 mail could not be delivered yet.' : `${undeliveredMail} mails could not be delivered yet.`}
        <Link to={adminPaths.undeliveredEmail} className="inline-flex min-h-11 items-center text-warning underline">
          See why
        </Link>
      </p>
    </div>
  )
}
