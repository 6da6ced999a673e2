import { ArrowRight, Mail } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Message } from '../../../../contract/inbox/messages.ts'
import { SubmissionForm, SubmissionResult, useFormSubmission, useRestoreFocus } from '../../forms/form-submission.tsx'
import { Button, buttonClass } from '../../shell/button.tsx'
import { ACTION_FIELD, getMessageActions, MESSAGE_FORM } from './message-actions.ts'
import { getSenderLabel } from './message-labels.ts'

/** What can be done with a message as it is now, and the unread one after it. Each button is the form's own, so that it works without script too. */
export function MessageActionButtons({ message, next }: { message: Message; next: Message | null }) {
  const submission = useFormSubmission(MESSAGE_FORM)
  const nextLinkRef = useRef<HTMLAnchorElement>(null)
  useRestoreFocus(submission, message, () => nextLinkRef.current)
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
      <SubmissionResult submission={submission} />
      <div className="flex flex-wrap gap-3">
        {isUnread && first}
        {message.email && (
          <a href={buildReplyMailto(message)} className={buttonClass(isUnread || next ? 'outline' : 'filled')}>
            <Mail className="size-5" aria-hidden />
            Reply by email
          </a>
        )}
        {!isUnread && first}
        {others}
        {next && (
          <Link ref={nextLinkRef} to={`/view/${next._id}`} className={buttonClass(isUnread ? 'outline' : 'filled')}>
            Next unread<span className="sr-only">, from {getSenderLabel(next)}</span>
            <ArrowRight className="size-5" aria-hidden />
          </Link>
        )}
      </div>
    </SubmissionForm>
  )
}

/** Characters that are quoted; mail programs refuse addresses much longer than this makes them. */
const MAX_QUOTED_CHARS = 400

/** The `mailto:` address of an answer: "Re:" and the subject, and the beginning of the message, quoted. */
export function buildReplyMailto({ email, subject, message }: Pick<Message, 'email' | 'subject' | 'message'>): string {
  const about = subject.trim() === '' ? 'your message' : subject.trim()
  const title = /^re:/i.test(about) ? about : `Re: ${about}`
  const quote = message.trim() === '' ? '' : `&body=${encodeMailtoPart(`\n\n${quoteMessage(message.trim())}\n`)}`
  // The at sign may stand as it is, and some programs want it so.
  return `mailto:${encodeMailtoPart(email).replaceAll('%40', '@')}?subject=${encodeMailtoPart(title)}${quote}`
}

function quoteMessage(message: string): string {
  const excerpt = message.length <= MAX_QUOTED_CHARS ? message : `${message.slice(0, MAX_QUOTED_CHARS)}…`
  return excerpt
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** Half a character, left by a cut, cannot be encoded; line breaks travel as CR LF (RFC 6068). */
function encodeMailtoPart(text: string): string {
  return encodeURIComponent(text.toWellFormed().replace(/\r?\n/g, '\r\n'))
}
