import { Link } from 'react-router'
import { messageFolders } from '../../../../contract/inbox/messages.ts'
import { useAdminLayoutData } from '../../shell/admin-layout-data.ts'
import { buildMessagesUrl, folderLabels, type MessagesQuery, messagePageSizes } from './messages-url.ts'

const GROUP_CLASS = 'flex w-fit divide-x divide-rule rounded-field border border-rule bg-white'
const CHOICE_CLASS =
  'flex min-h-11 items-center gap-2 px-4 text-fine font-semibold text-muted no-underline hover:text-ink aria-current:bg-mint aria-current:text-pine-deep'

/** Links the folders, each with its number of messages. A search stays when the admin changes the folder. */
export function MessageFolderSwitch({ pageQuery }: { pageQuery: MessagesQuery }) {
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

export function PageSizeSwitch({ pageQuery }: { pageQuery: MessagesQuery }) {
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
