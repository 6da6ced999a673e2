import { Link } from 'react-router'
import type { Message } from '../../../../contract/inbox/messages.ts'
import type { Column } from '../../../lists/paged-table.tsx'
import { Moment } from '../../shell/live.tsx'
import { ACT, actsOnRow, tickName } from './acts.ts'
import { senderOf, subjectOf } from './sender.ts'

export type Ticks = { isTicked: (id: string) => boolean; onTick: (id: string, isTicked: boolean) => void }

/** A message in a table: the box that ticks it, what it says, and what can be done with it. */
export function columnsFor({ isTicked, onTick }: Ticks, isBusy: boolean): readonly Column<Message>[] {
  return [
    {
      head: 'Tick',
      kind: 'tick',
      cell: (message) => (
        <label className="-m-2 grid size-11 cursor-pointer place-items-center">
          <input
            type="checkbox"
            name={tickName(message._id)}
            checked={isTicked(message._id)}
            onChange={({ target }) => onTick(message._id, target.checked)}
            className="size-5 accent-pine"
          />
          <span className="sr-only">
            Tick the message from {senderOf(message)}: {subjectOf(message)}
          </span>
        </label>
      ),
    },
    { head: 'From', kind: 'name', cell: (message) => <span className="line-clamp-2">{senderOf(message)}</span> },
    { head: 'Subject', cell: (message) => <span className="line-clamp-2 wrap-anywhere">{subjectOf(message)}</span> },
    { head: 'Received', kind: 'figure', cell: ({ _receivedAt }) => <Moment at={_receivedAt} /> },
    {
      head: 'Message',
      kind: 'act',
      cell: (message) => (
        <div className="flex flex-wrap gap-x-4 md:justify-end xl:flex-nowrap">
          <Link
            to={`/view/${message._id}`}
            className="inline-flex min-h-11 items-center font-semibold md:min-h-9 whitespace-nowrap underline"
          >
            View Message<span className="sr-only"> from {senderOf(message)}</span>
          </Link>
          {actsOnRow(message).map(({ act, words }) => (
            <button
              key={act}
              type="submit"
              name={ACT}
              value={`${act} ${message._id}`}
              aria-disabled={isBusy}
              className="inline-flex min-h-11 items-center whitespace-nowrap text-muted md:min-h-9 underline hover:text-ink"
            >
              {words}
              <span className="sr-only">: the message from {senderOf(message)}</span>
            </button>
          ))}
        </div>
      ),
    },
  ]
}
