import { ArrowRight, Mail } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Message } from '../../../../contract/inbox/messages.ts'
import { SavingAnswer, SavingForm, useKeptFocus, useSaving } from '../../forms/saving.tsx'
import { Button, buttonClass } from '../../shell/button.tsx'
import { ACT, actsOn, FORM } from './acts.ts'
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

/** Characters that are quoted; mail programs refuse addresses much longer than this makes them. */
const QUOTED = 400

/** The `mailto:` address of an answer: "Re:" and the subject, and the beginning of the message, quoted. */
export function replyLink({ email, subject, message }: Pick<Message, 'email' | 'subject' | 'message'>): string {
  const about = subject.trim() === '' ? 'your message' : subject.trim()
  const title = /^re:/i.test(about) ? about : `Re: ${about}`
  const quote = message.trim() === '' ? '' : `&body=${encode(`\n\n${quoted(message.trim())}\n`)}`
  // The at sign may stand as it is, and some programs want it so.
  return `mailto:${encode(email).replaceAll('%40', '@')}?subject=${encode(title)}${quote}`
}

function quoted(message: string): string {
  const excerpt = message.length <= QUOTED ? message : `${message.slice(0, QUOTED)}…`
  return excerpt
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** Half a character, left by a cut, cannot be encoded; line breaks travel as CR LF (RFC 6068). */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed().replace(/\r?\n/g, '\r\n'))
}
