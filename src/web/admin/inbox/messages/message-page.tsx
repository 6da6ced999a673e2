import { ArrowRight, Mail } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getMessageEndpoint, getNextUnreadMessageEndpoint, type Message } from '#contract/inbox/messages.ts'
import { createNamedFormsAction, defineForm } from '#web/forms/form-action.ts'
import { hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { loadOrReturnFailure } from '#web/temporary-failures.ts'
import { toPhoneUrl } from '#web/ui/phone-url.ts'
import { adminPaths, buildAdminCustomerPath } from '../../admin-paths.ts'
import { SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Button, getButtonClass } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { ACTION_FIELD, applyActionToMessage, getMessageActions, MESSAGE_ACTION_FORM_NAME } from './message-actions.ts'
import { getContactSenderLabel, SPAM_REASONS } from './message-labels.ts'
import { buildMessagesUrl, folderLabels } from './messages-url.ts'
import { buildReplyMailto } from './reply-mailto.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const request = { params: { id: params.id ?? '' } }
  const [message, nextResult] = await Promise.all([
    call(getMessageEndpoint, request),
    loadOrReturnFailure(() => call(getNextUnreadMessageEndpoint, request)),
  ])
  return { message, next: 'problem' in nextResult ? null : nextResult.next }
}

export const action = createNamedFormsAction({
  [MESSAGE_ACTION_FORM_NAME]: defineForm({ [ACTION_FIELD]: hiddenFieldSpec }, ({ call, params: { id = '' }, values }) =>
    applyActionToMessage(call, id, values[ACTION_FIELD]),
  ),
})

/** Shows one message (P-123). */
export function Page() {
  const { message, next } = useLoaderData<typeof loader>()
  const { _place: place, messageStatus } = message
  return (
    <AdminPage
      heading={`Message from ${getContactSenderLabel(message)}`}
      crumbs={[
        { name: 'Overview', to: adminPaths.overview },
        { name: 'Messages', to: buildMessagesUrl({}) },
        ...(place === 'inbox' ? [] : [{ name: folderLabels[place], to: buildMessagesUrl({ place }) }]),
        { name: 'Message' },
      ]}
      aside={
        <>
          {messageStatus === 'UnRead' ? <Chip tone="warning">Unread</Chip> : <Chip tone="success">Read</Chip>}
          {place !== 'inbox' && <Chip tone="neutral">{folderLabels[place]}</Chip>}
        </>
      }
    >
      <div className="grid max-w-240 gap-5 px-(--edge) pb-16">
        <MessageActionButtons key={message._id} message={message} next={next} />
        <MessageCard message={message} />
      </div>
    </AdminPage>
  )
}

/** Shows a message's actions, and a link to the next unread message. */
function MessageActionButtons({ message, next }: { message: Message; next: Message | null }) {
  const nextLinkRef = useRef<HTMLAnchorElement>(null)
  const submission = useFormSubmission(MESSAGE_ACTION_FORM_NAME, message, () => nextLinkRef.current)
  const isUnread = message.messageStatus === 'UnRead'
  const [first, ...others] = getMessageActions(message).map(({ action, actionLabel }) => (
    <Button
      key={action}
      type="submit"
      name={ACTION_FIELD}
      value={action}
      look={action === 'Read' ? 'filled' : 'outline'}
      aria-disabled={submission.isBusy}
    >
      {actionLabel}
    </Button>
  ))
  return (
    <SubmissionForm submission={submission} className="grid gap-3">
      <SubmissionError submission={submission} />
      <div className="flex flex-wrap gap-3">
        {isUnread && first}
        {message.email && (
          <a href={buildReplyMailto(message)} className={getButtonClass(isUnread || next ? 'outline' : 'filled')}>
            <Mail className="size-5" aria-hidden />
            Reply by email
          </a>
        )}
        {!isUnread && first}
        {others}
        {next && (
          <Link ref={nextLinkRef} to={`/view/${next._id}`} className={getButtonClass(isUnread ? 'outline' : 'filled')}>
            Next unread<span className="sr-only">, from {getContactSenderLabel(next)}</span>
            <ArrowRight className="size-5" aria-hidden />
          </Link>
        )}
      </div>
    </SubmissionForm>
  )
}

/** Shows a message as text, never as HTML. */
function MessageCard({ message: record }: { message: Message }) {
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
