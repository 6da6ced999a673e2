import { Link } from 'react-router'
import type { Message } from '../../../../contract/inbox/messages.ts'
import type { ListPage } from '../../../lists/list-page.ts'
import { type Shown, urlOf } from './messages-url.ts'

type Props = { name: 'unread' | 'read'; shown: Shown; list: ListPage<Message> }

const LINK = 'inline-block py-0.5 underline'

/** Says of a search that it has not looked at all messages, with the ways to the older ones and back. */
export function FurtherBack({ name, shown, list }: Props) {
  const before = `${name}Before` as const
  const older = 'problem' in list ? undefined : list.older
  const { [before]: isFurtherBack, ...newest } = shown
  if (!isFurtherBack && older === undefined) return null
  const first = { ...newest, [name]: 1 }
  return (
    <p className="flex flex-wrap gap-x-4 text-fine text-muted">
      {older !== undefined && <span>There are older messages than were looked through.</span>}
      {older !== undefined && (
        <Link to={urlOf({ ...first, [before]: older })} preventScrollReset className={LINK}>
          Look further back
        </Link>
      )}
      {isFurtherBack && (
        <Link to={urlOf(first)} preventScrollReset className={LINK}>
          Search the newest
        </Link>
      )}
    </p>
  )
}
