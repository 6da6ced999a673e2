import { ArrowRight, Mail } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Message } from '../../../../contract/inbox/messages.ts'
import { SubmissionForm, SubmissionResultMessage, useFocusAfterAnswer, useFormSubmission } from '../../forms/form-submission.tsx'
import { Button, getButtonClass } from '../../shell/button.tsx'
import { ACTION_FIELD, getMessageActions, MESSAGE_ACTION_FORM_NAME } from './message-actions.ts'
import { getContactSenderLabel } from './message-sender-and-title.ts'

/** Shows a message's actions, and a link to the next unread message. Every action is a submit button, so it works without script. */
export function MessageActionButtons({ message, next }: { message: Message; next: Message | null }) {
  const submission = useFormSubmission(MESSAGE_ACTION_FORM_NAME)
  const nextLinkRef = useRef<HTMLAnchorElement>(null)
  useFocusAfterAnswer(submission, message, () => nextLinkRef.current)
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
      <SubmissionResultMessage submission={submission} />
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

/** How many characters a reply quotes. Email programs refuse much longer URLs. */
const MAX_QUOTED_CHARS = 400

/** Returns the `mailto:` URL of a reply, with "Re:", the subject and the quoted start of the message. */
export function buildReplyMailto({ email, subject, message }: Pick<Message, 'email' | 'subject' | 'message'>): string {
  const topic = subject.trim() === '' ? 'your message' : subject.trim()
  const replySubject = /^re:/i.test(topic) ? topic : `Re: ${topic}`
  const quote = message.trim() === '' ? '' : `&body=${encodeMailtoPart(`\n\n${quoteMessage(message.trim())}\n`)}`
  // Some email programs expect an unencoded at sign.
  return `mailto:${encodeMailtoPart(email).replaceAll('%40', '@')}?subject=${encodeMailtoPart(replySubject)}${quote}`
}

function quoteMessage(message: string): string {
  const excerpt = message.length <= MAX_QUOTED_CHARS ? message : `${message.slice(0, MAX_QUOTED_CHARS)}…`
  return excerpt
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** Repairs a character that the cut split, because it can't be encoded. Sends line breaks as CR LF (RFC 6068). */
function encodeMailtoPart(text: string): string {
  return encodeURIComponent(text.toWellFormed().replace(/\r?\n/g, '\r\n'))
}
