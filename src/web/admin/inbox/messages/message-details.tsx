import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Message } from '../../../../contract/inbox/messages.ts'
import { toPhoneUrl } from '../../../ui/phone-url.ts'
import { buildAdminCustomerPath } from '../../admin-paths.ts'
import { DateTime } from '../../shell/date-time.tsx'
import { SPAM_REASONS } from './message-sender-title-and-spam-reason.ts'

/** Shows a message as text, never as HTML. */
export function MessageCard({ message: record }: { message: Message }) {
  const { name, email, number, subject, siteUrl, zipCodes, message, _receivedAt, _place, _spamReason } = record
  return (
    <article className="rounded-card border border-rule bg-white">
      {_place === 'spam' && _spamReason && (
        <p className="border-b border-rule px-5 py-3">
          <strong>Likely spam:</strong> {SPAM_REASONS[_spamReason]} The sender doesn’t know. If this is a customer, press Not
          spam.
        </p>
      )}
      <dl className="grid gap-x-6 px-5 py-3 grid-cols-[auto_minmax(0,1fr)]">
        <MessageField label="Name">{name}</MessageField>
        <MessageField label="Email">
          {email.trim() && (
            <Link to={buildAdminCustomerPath(email.trim())} className="inline-block py-0.5 underline">
              {email}
            </Link>
          )}
        </MessageField>
        <MessageField label="Phone">
          {number.trim() && (
            <a href={toPhoneUrl(number)} className="inline-block py-0.5 underline">
              {number}
            </a>
          )}
        </MessageField>
        <MessageField label="Subject">{subject}</MessageField>
        {siteUrl.trim() && <MessageField label="Website">{siteUrl}</MessageField>}
        {zipCodes.trim() && <MessageField label="ZIP codes">{zipCodes}</MessageField>}
        <MessageField label="Received">
          <DateTime at={_receivedAt} />
        </MessageField>
      </dl>
      <h2 className="sr-only">Message</h2>
      <p className="border-t border-rule px-5 py-5 text-body whitespace-pre-wrap">
        {message.trim() ? message : <span className="text-muted">The message is empty.</span>}
      </p>
    </article>
  )
}

function MessageField({ label, children }: { label: string; children: ReactNode }) {
  const isEmpty = typeof children === 'string' && children.trim() === ''
  return (
    <div className="grid grid-cols-subgrid py-1.5 col-span-2">
      <dt className="text-muted">{label}</dt>
      <dd>{isEmpty ? <span className="text-muted">Not given</span> : children}</dd>
    </div>
  )
}
