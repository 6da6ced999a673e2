import { TriangleAlert } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listMessagesEndpoint, type MessageReadStatus, messageFolders } from '#contract/inbox/messages.ts'
import { createNamedFormsAction, defineForm } from '#web/forms/form-action.ts'
import { hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { loadListPage } from '#web/lists/load-list-page.ts'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { adminPaths } from '../../admin-paths.ts'
import { useAdminLayoutData } from '../../shell/admin-layout-data.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { SearchBox } from '../../shell/list-filters.tsx'
import { ACTION_FIELD, applyActionToSelected } from './message-actions.ts'
import { MessageListPanel, unreadAndReadListDefinitions } from './message-list-panel.tsx'
import { buildMessagesUrl, folderLabels, type MessagesQuery, messagePageSizes, parseMessagesQuery } from './messages-url.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const pageQuery = parseMessagesQuery(new URL(request.url).searchParams)
  const { place, search, size } = pageQuery
  const loadMessages = (messageStatus: MessageReadStatus, page: number, before?: string) =>
    loadListPage(page, size, (paging) =>
      call(listMessagesEndpoint, { query: { ...paging, messageStatus, place, search, ...(before && { before }) } }),
    )
  const [unread, read] = await Promise.all([
    loadMessages(unreadAndReadListDefinitions.unread.status, pageQuery.unread, pageQuery.unreadBefore),
    loadMessages(unreadAndReadListDefinitions.read.status, pageQuery.read, pageQuery.readBefore),
  ])
  return { pageQuery, unread, read }
}

const messageTableForm = defineForm({ [ACTION_FIELD]: hiddenFieldSpec }, ({ call, values, postedValues }) =>
  applyActionToSelected(call, values[ACTION_FIELD], postedValues),
)

export const action = createNamedFormsAction(
  Object.fromEntries(Object.keys(unreadAndReadListDefinitions).map((name) => [name, messageTableForm])),
)

/** Lists the unread and the read messages of one folder (P-122). */
export function Page() {
  const { pageQuery, unread, read } = useLoaderData<typeof loader>()
  const { place, search, size } = pageQuery
  return (
    <AdminPage
      heading="Messages"
      note="Messages from your contact form, newest first."
      aside={
        <SearchBox
          key={`${place} ${search}`}
          action={adminPaths.messages}
          searchLabel="Search the messages"
          search={search}
          hiddenFields={
            <>
              {place !== 'inbox' && <input type="hidden" name="place" value={place} />}
              {size !== messagePageSizes[0] && <input type="hidden" name="size" value={size} />}
            </>
          }
          resetPath={buildMessagesUrl({ place, size })}
        />
      }
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <UndeliveredEmailBanner />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <MessageFolderSwitch pageQuery={pageQuery} />
          <PageSizeSwitch pageQuery={pageQuery} />
        </div>
        <MessageListPanel name="unread" pageQuery={pageQuery} list={unread} />
        <MessageListPanel name="read" pageQuery={pageQuery} list={read} />
      </div>
    </AdminPage>
  )
}

/** Warns that emails are undelivered, because an admin may expect that a reply has gone out. */
function UndeliveredEmailBanner() {
  const { undeliveredMail = 0 } = useAdminLayoutData()
  if (undeliveredMail === 0) return null
  return (
    <div className="flex items-start gap-3 rounded-card bg-warning-tint px-4 py-2 font-semibold text-warning">
      <TriangleAlert className="mt-3 size-5 flex-none" aria-hidden />
      <p className="flex flex-wrap items-center gap-x-3 max-sm:pt-2.5">
        {undeliveredMail === 1 ? '1 email couldn’t be delivered yet.' : `${undeliveredMail} emails couldn’t be delivered yet.`}
        <Link to={adminPaths.undeliveredEmail} className="inline-flex min-h-11 items-center text-warning underline">
          See why
        </Link>
      </p>
    </div>
  )
}

const GROUP_CLASS = 'flex w-fit divide-x divide-rule rounded-field border border-rule bg-white'
const CHOICE_CLASS =
  'flex min-h-11 items-center gap-2 px-4 text-fine font-semibold text-muted no-underline hover:text-ink aria-current:bg-mint aria-current:text-pine-deep'

/** Links the folders, each with its number of messages. A search stays when the admin changes the folder. */
function MessageFolderSwitch({ pageQuery }: { pageQuery: MessagesQuery }) {
  const { messages } = useAdminLayoutData()
  return (
    <nav aria-label="Message folders">
      <ul className={GROUP_CLASS}>
        {messageFolders.map((place) => (
          <li key={place}>
            <Link
              to={buildMessagesUrl({ place, search: pageQuery.search, size: pageQuery.size })}
              preventScrollReset
              aria-current={place === pageQuery.place ? 'true' : undefined}
              className={CHOICE_CLASS}
            >
              {folderLabels[place]}
              {messages && <span className="font-normal tabular-nums">{messages[place].UnRead + messages[place].Read}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PageSizeSwitch({ pageQuery }: { pageQuery: MessagesQuery }) {
  return (
    <nav aria-label="Messages per table" className="flex items-center gap-3">
      <span className="text-fine text-muted" aria-hidden>
        Show
      </span>
      <ul className={GROUP_CLASS}>
        {messagePageSizes.map((size) => (
          <li key={size}>
            <Link
              to={buildMessagesUrl({ ...pageQuery, size, unread: 1, read: 1 })}
              preventScrollReset
              aria-current={size === pageQuery.size ? 'true' : undefined}
              className={CHOICE_CLASS}
            >
              {size}
              <span className="sr-only"> per table</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
