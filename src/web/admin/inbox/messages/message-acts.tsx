import { ArrowRight, Mail } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Message } from '../../../../contract/inbox/messages.ts'
import { SavingAnswer, SavingForm, useKeptFocus, useSaving } from '../../forms/saving.tsx'
import { Button, buttonClass } from '../../shell/button.tsx'
import { ACT, actsOn, FORM } from './acts.ts'
import { replyLink } from './reply-link.ts'
import { senderOf } from './sender.ts'

/** What can be done with a message as it is now, and the unread one after it. Each button is the form's own, so that it works without script too. */
export function MessageActs({ message, next }: { message: Message; next: Message | null }) {
  const saving = useSaving(FORM)
  const toNext = useRef<HTMLAnchorElement>(null)
  useKeptFocus(saving, message, () => toNext.current)
  const isUnread = message.messageStatus === 'UnRead'
  const [first, ...others] = actsOn(message).map(({ act, words }) => (
    <Button
      key={act}
      type="submit"
      name={ACT}
      value={act}
      look={act === 'Read' ? 'filled' : 'outline'}
      aria-disabled={saving.isBusy}
    >
      {words}
    </Button>
  ))
  return (
    <SavingForm saving={saving} className="grid gap-3">
      <SavingAnswer saving={saving} />
      <div className="flex flex-wrap gap-3">
        {isUnread && first}
        {message.email && (
          <a href={replyLink(message)} className={buttonClass(isUnread || next ? 'outline' : 'filled')}>
            <Mail className="size-5" aria-hidden />
            Reply by email
          </a>
        )}
        {!isUnread && first}
        {others}
        {next && (
          <Link ref={toNext} to={`/view/${next._id}`} className={buttonClass(isUnread ? 'outline' : 'filled')}>
            Next unread<span className="sr-only">, from {senderOf(next)}</span>
            <ArrowRight className="size-5" aria-hidden />
          </Link>
        )}
      </div>
    </SavingForm>
  )
}
