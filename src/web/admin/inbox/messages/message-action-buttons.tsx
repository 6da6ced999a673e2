import { ArrowRight, Mail } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Message } from '../../../../contract/inbox/messages.ts'
import { SubmissionForm, SubmissionResultMessage, useFormSubmission } from '../../forms/form-submission.tsx'
import { Button, getButtonClass } from '../../shell/button.tsx'
import { ACTION_FIELD, getMessageActions, MESSAGE_ACTION_FORM_NAME } from './message-actions.ts'
import { getContactSenderLabel } from './message-sender-title-and-spam-reason.ts'
import { buildReplyMailto } from './reply-mailto.ts'

/** Shows a message's actions, and a link to the next unread message. Every action is a submit button, so it works without script. */
export function MessageActionButtons({ message, next }: { message: Message; next: Message | null }) {
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
