import { Link } from 'react-router'
import type { Message } from '../../../../contract/inbox/messages.ts'
import type { Column } from '../../../lists/paged-table.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { ACTION_FIELD, checkboxName, getRowActions } from './message-actions.ts'
import { getMessageTitle, getSenderLabel } from './message-labels.ts'

type RowSelection = { isSelected: (id: string) => boolean; onSelect: (id: string, isSelected: boolean) => void }

export function buildMessageColumns({ isSelected, onSelect }: RowSelection, isBusy: boolean): readonly Column<Message>[] {
  return [
    {
      title: 'Tick',
      kind: 'tick',
      renderCell: (message) => (
        <label className="-m-2 grid size-11 cursor-pointer place-items-center">
          <input
            type="checkbox"
            name={checkboxName(message._id)}
            checked={isSelected(message._id)}
            onChange={({ target }) => onSelect(message._id, target.checked)}
            className="size-5 accent-pine"
          />
          <span className="sr-only">
            Tick the message from {getSenderLabel(message)}: {getMessageTitle(message)}
          </span>
        </label>
      ),
    },
    { title: 'From', kind: 'name', renderCell: (message) => <span className="line-clamp-2">{getSenderLabel(message)}</span> },
    { title: 'Subject', renderCell: (message) => <span className="line-clamp-2 wrap-anywhere">{getMessageTitle(message)}</span> },
    { title: 'Received', kind: 'figure', renderCell: ({ _receivedAt }) => <DateTime at={_receivedAt} /> },
    {
      title: 'Message',
      kind: 'actions',
      renderCell: (message) => (
        <div className="flex flex-wrap gap-x-4 md:justify-end xl:flex-nowrap">
          <Link
            to={`/view/${message._id}`}
            className="inline-flex min-h-11 items-center font-semibold md:min-h-9 whitespace-nowrap underline"
          >
            View Message<span className="sr-only"> from {getSenderLabel(message)}</span>
          </Link>
          {getRowActions(message).map(({ action, actionLabel }) => (
            <button
              key={action}
              type="submit"
              name={ACTION_FIELD}
              value={`${action} ${message._id}`}
              aria-disabled={isBusy}
              className="inline-flex min-h-11 items-center whitespace-nowrap text-muted md:min-h-9 underline hover:text-ink"
            >
              {actionLabel}
              <span className="sr-only">: the message from {getSenderLabel(message)}</span>
            </button>
          ))}
        </div>
      ),
    },
  ]
}
