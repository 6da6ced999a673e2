import { Link } from 'react-router'
import type { Message } from '../../../../contract/inbox/messages.ts'
import type { Column } from '../../../lists/paged-table.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { buildCheckboxColumn, type RowSelectionState } from '../../shell/row-selection.tsx'
import { ACTION_FIELD, getMessageRowActions } from './message-actions.ts'
import { getContactSenderLabel, getMessageTitle, SPAM_REASONS } from './message-sender-title-and-spam-reason.ts'

export function buildMessageColumns(selection: RowSelectionState, isBusy: boolean): readonly Column<Message>[] {
  return [
    buildCheckboxColumn<Message>({
      selection,
      describe: (message) => `the message from ${getContactSenderLabel(message)}: ${getMessageTitle(message)}`,
    }),
    {
      title: 'From',
      kind: 'name',
      renderCell: (message) => <span className="line-clamp-2">{getContactSenderLabel(message)}</span>,
    },
    { title: 'Subject', renderCell: (message) => <MessageSubject message={message} /> },
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
            View Message<span className="sr-only"> from {getContactSenderLabel(message)}</span>
          </Link>
          {getMessageRowActions(message).map(({ action, actionLabel }) => (
            <button
              key={action}
              type="submit"
              name={ACTION_FIELD}
              value={`${action} ${message._id}`}
              aria-disabled={isBusy}
              className="inline-flex min-h-11 items-center whitespace-nowrap text-muted md:min-h-9 underline hover:text-ink"
            >
              {actionLabel}
              <span className="sr-only">: the message from {getContactSenderLabel(message)}</span>
            </button>
          ))}
        </div>
      ),
    },
  ]
}

function MessageSubject({ message }: { message: Message }) {
  const { _place, _spamReason } = message
  return (
    <>
      <span className="line-clamp-2 wrap-anywhere">{getMessageTitle(message)}</span>
      {_place === 'spam' && _spamReason && (
        <span className="block text-help text-muted">Likely spam: {SPAM_REASONS[_spamReason]}</span>
      )}
    </>
  )
}
