import { Mail } from 'lucide-react'
import type { Message } from '../../../contract/messages.ts'
import { SavingAnswer, SavingForm, useKeptFocus, useSaving } from '../forms/saving.tsx'
import { Button, type ButtonLook, buttonClass } from '../parts/button.tsx'
import { ACT, type Act, FORM } from './acts.ts'
import { replyLink } from './reply-link.ts'

/** What can be done with a message as it is now. Each button is the form's own, so that it works without script too. */
export function MessageActs({ message }: { message: Message }) {
  const saving = useSaving(FORM)
  useKeptFocus(saving, message)
  const isUnread = message.messageStatus === 'UnRead'
  const act = (value: Act, words: string, look: ButtonLook = 'outline') => (
    <Button key={value} type="submit" name={ACT} value={value} look={look} aria-disabled={saving.isBusy}>
      {words}
    </Button>
  )
  return (
    <SavingForm saving={saving} className="grid gap-3">
      <SavingAnswer saving={saving} />
      <div className="flex flex-wrap gap-3">
        {isUnread && act('Read', 'Mark Read', 'filled')}
        {message.email && (
          <a href={replyLink(message)} className={buttonClass(isUnread ? 'outline' : 'filled')}>
            <Mail className="size-5" aria-hidden />
            Reply by email
          </a>
        )}
        {!isUnread && act('UnRead', 'Mark unread')}
        {message._place === 'inbox' && act('archive', 'Archive')}
        {message._place === 'archive' && act('inbox', 'Move to inbox')}
        {message._place === 'spam' ? act('inbox', 'Not spam') : act('spam', 'Mark as spam')}
      </div>
    </SavingForm>
  )
}
