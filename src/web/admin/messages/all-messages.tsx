import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listMessages, type Message, type MessageStatus } from '../../../contract/messages.ts'
import { type ListPage, readListPage } from '../../lists/list-page.ts'
import { PagedTable } from '../../lists/paged-table.tsx'
import { visitOf } from '../../visit.ts'
import { MailStrip } from '../mail/mail-strip.tsx'
import { AdminPage } from '../parts/admin-page.tsx'
import { addressOf, readAddress, type Shown } from './address.ts'
import { columns } from './columns.tsx'
import { NoMessages } from './no-messages.tsx'
import { Places } from './places.tsx'
import { SearchBox } from './search-box.tsx'

/** Spec section 9. */
const PAGE_SIZE = 3

type Loaded = { shown: Shown; unread: ListPage<Message>; read: ListPage<Message> }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const shown = readAddress(new URL(request.url).searchParams)
  const { place, search } = shown
  const list = (messageStatus: MessageStatus, page: number) =>
    readListPage(page, PAGE_SIZE, (paging) => call(listMessages, { query: { ...paging, messageStatus, place, search } }))
  const [unread, read] = await Promise.all([list('UnRead', shown.unread), list('Read', shown.read)])
  return { shown, unread, read }
}

/** Messages (spec section 2): the unread and the read ones of one place. */
export function Page() {
  const { shown, unread, read } = useLoaderData<Loaded>()
  return (
    <AdminPage
      heading="Messages"
      note="What visitors wrote, newest first."
      ground="paper"
      crumbs={[{ name: 'Overview', to: '/admin' }, { name: 'Messages' }]}
      aside={<SearchBox key={`${shown.place} ${shown.search}`} shown={shown} />}
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <MailStrip />
        <Places shown={shown} />
        <PagedTable
          title="Unread messages"
          list={unread}
          columns={columns}
          addressOf={(page) => addressOf({ ...shown, unread: page })}
          empty={<NoMessages shown={shown} status="UnRead" />}
        />
        <PagedTable
          title="Read messages"
          list={read}
          columns={columns}
          addressOf={(page) => addressOf({ ...shown, read: page })}
          empty={<NoMessages shown={shown} status="Read" />}
        />
      </div>
    </AdminPage>
  )
}
