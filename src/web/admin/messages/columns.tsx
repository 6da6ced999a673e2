import { Link } from 'react-router'
import type { Message } from '../../../contract/messages.ts'
import type { Column } from '../../lists/paged-table.tsx'
import { Moment } from '../parts/live.tsx'
import { senderOf, subjectOf } from './sender.ts'

/** A message in a table. */
export const columns: readonly Column<Message>[] = [
  { head: 'From', kind: 'name', cell: (message) => <span className="line-clamp-2">{senderOf(message)}</span> },
  { head: 'Subject', cell: (message) => <span className="line-clamp-2 wrap-anywhere">{subjectOf(message)}</span> },
  { head: 'Received', kind: 'figure', cell: ({ _receivedAt }) => <Moment at={_receivedAt} /> },
  {
    head: 'Message',
    kind: 'act',
    cell: (message) => (
      <Link to={`/view/${message._id}`} className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap underline">
        View Message<span className="sr-only"> from {senderOf(message)}</span>
      </Link>
    ),
  },
]
