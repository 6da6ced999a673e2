import { Link } from 'react-router'
import type { Message } from '../../../../contract/inbox/messages.ts'
import type { LoadedListPage } from '../../../lists/load-list-page.ts'
import { buildMessagesUrl, type MessagesQuery } from './messages-url.ts'

type Props = { name: 'unread' | 'read'; pageQuery: MessagesQuery; list: LoadedListPage<Message> }

const LINK_CLASS = 'inline-block py-0.5 underline'

/** Says that a search hasn't read all messages. Links to the older ones, and back to the newest. */
export function OlderMessageSearchLinks({ name, pageQuery, list }: Props) {
  const before = `${name}Before` as const
  const older = 'problem' in list ? undefined : list.older
  const { [before]: isOlderPage, ...newest } = pageQuery
  if (!isOlderPage && older === undefined) return null
  const first = { ...newest, [name]: 1 }
  return (
    <p className="flex flex-wrap gap-x-4 text-fine text-muted">
      {older !== undefined && <span>There are older messages that we haven’t searched.</span>}
      {older !== undefined && (
        <Link to={buildMessagesUrl({ ...first, [before]: older })} preventScrollReset className={LINK_CLASS}>
          Search older messages
        </Link>
      )}
      {isOlderPage && (
        <Link to={buildMessagesUrl(first)} preventScrollReset className={LINK_CLASS}>
          Search the newest
        </Link>
      )}
    </p>
  )
}
