import { useRef } from 'react'
import { Link } from 'react-router'
import { type Message, type MessageReadStatus, messageFolders } from '#contract/inbox/messages.ts'
import type { LoadedListPage } from '#web/lists/load-list-page.ts'
import { type Column, DataTable, PagedPanel } from '#web/lists/paged-table.tsx'
import { SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
import { Button } from '../../shell/button.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { buildCheckboxColumn, type RowSelectionState, SelectAll, useRowSelection } from '../../shell/row-selection.tsx'
import { ACTION_FIELD, getMessageActions, getMessageRowActions } from './message-actions.ts'
import { getContactSenderLabel, getMessageTitle, SPAM_REASONS } from './message-labels.ts'
import { buildMessagesUrl, folderLabels, type MessagesQuery } from './messages-url.ts'

/** The page's tables. A table's key is also its query parameter and the name of its form. */
export const unreadAndReadListDefinitions = {
  unread: { title: 'Unread messages', status: 'UnRead' },
  read: { title: 'Read messages', status: 'Read' },
} as const satisfies Record<string, { title: string; status: MessageReadStatus }>

const LINK_CLASS = 'inline-block py-0.5 underline'

type Props = { name: keyof typeof unreadAndReadListDefinitions; pageQuery: MessagesQuery; list: LoadedListPage<Message> }

/** Lists the unread or the read messages of a folder. An admin can select several and mark or move them together. */
export function MessageListPanel({ name, pageQuery, list }: Props) {
  const { title, status } = unreadAndReadListDefinitions[name]
  const selection = useRowSelection()
  const row = useRef(0)
  const submission = useFormSubmission(name, list, () => findNextRowLink(name, row.current))
  return (
    <PagedPanel
      id={name}
      title={title}
      list={list}
      getPageUrl={(page) => buildMessagesUrl({ ...pageQuery, [name]: page })}
      emptyContent={<NoMessages pageQuery={pageQuery} status={status} />}
      aside={<OlderMessageSearchLinks name={name} pageQuery={pageQuery} list={list} />}
    >
      {(records, before, heading) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the handler only remembers the focused row
        <div
          onFocus={({ target }) => {
            row.current = Math.max(0, target.closest('tr')?.rowIndex ?? 1) - 1
          }}
        >
          <SubmissionForm submission={submission}>
            <div className="grid gap-3 px-4 pb-3 md:px-5">
              <SubmissionError submission={submission} />
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <SelectAll records={records} selection={selection} />
                {getMessageActions({ messageStatus: status, _place: pageQuery.place }).map(({ action, actionLabel }) => (
                  <Button
                    key={action}
                    type="submit"
                    name={ACTION_FIELD}
                    value={action}
                    look="outline"
                    aria-disabled={submission.isBusy}
                  >
                    {actionLabel}
                    <span className="sr-only">: the selected messages</span>
                  </Button>
                ))}
              </div>
            </div>
            <DataTable
              labelledBy={heading}
              columns={buildMessageColumns(selection, submission.isBusy)}
              records={records}
              firstIndex={before}
            />
          </SubmissionForm>
        </div>
      )}
    </PagedPanel>
  )
}

/** Finds the focus target after a row left the table: the next row, else the last row, else the text of the empty table. */
function findNextRowLink(table: string, index: number): HTMLElement | null | undefined {
  const panel = document.getElementById(table)
  const links = panel?.querySelectorAll<HTMLElement>('tbody a[href^="/view/"]')
  return links?.[Math.min(index, links.length - 1)] ?? panel?.querySelector<HTMLElement>('.list-empty')
}

const EMPTY_MESSAGES: Record<MessagesQuery['place'], Record<MessageReadStatus, string>> = {
  inbox: { UnRead: 'No unread messages. You’re all caught up.', Read: 'No read messages yet.' },
  archive: { UnRead: 'No unread messages in the archive.', Read: 'No read messages in the archive.' },
  spam: { UnRead: 'No unread spam.', Read: 'No read spam.' },
}

/** Replaces an empty table. After a search, links to the same search in the other folders. */
function NoMessages({ pageQuery: { place, search, size }, status }: { pageQuery: MessagesQuery; status: MessageReadStatus }) {
  if (search === '') return <p>{EMPTY_MESSAGES[place][status]}</p>
  return (
    <p>
      {`Nothing ${status === 'UnRead' ? 'unread' : 'read'} matches “${search}” here. Look in: `}
      {messageFolders
        .filter((other) => other !== place)
        .map((other, index) => (
          <span key={other}>
            {index > 0 && ', '}
            <Link to={buildMessagesUrl({ place: other, search, size })} className={LINK_CLASS}>
              {folderLabels[other]}
            </Link>
          </span>
        ))}
    </p>
  )
}

/** Says that a search hasn't read all messages. Links to the older ones, and back to the newest. */
function OlderMessageSearchLinks({ name, pageQuery, list }: Props) {
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

function buildMessageColumns(selection: RowSelectionState, isBusy: boolean): readonly Column<Message>[] {
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
