import { Mail } from 'lucide-react'
import type { Message } from '../../../contract/messages.ts'
import { FORM_NAME } from '../forms/outcome.ts'
import { PostedNote } from '../forms/posted-note.tsx'
import { useSaving } from '../forms/use-saving.ts'
import { ActProblem } from '../lists/act-problem.tsx'
import { useKeptFocus } from '../lists/use-kept-focus.ts'
import { Button, type ButtonLook, buttonClass } from '../parts/button.tsx'
import { ACT, type Act, FORM } from './acts.ts'
import { replyLink } from './reply-link.ts'

/** What can be done with a message as it is now. Each button is the form's own, so that it works without script too. */
export function MessageActs({ message }: { message: Message }) {
  const saving = useSaving(FORM)
  useKeptFocus(saving.outcome, message)
  const isUnread = message.messageStatus === 'UnRead'
  const act = (value: Act, words: string, look: ButtonLook = 'outline') => (
    <Button key={value} type="submit" name={ACT} value={value} look={look} aria-disabled={saving.isBusy}>
      {words}
    </Button>
  )
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent
        saving.save({ [ACT]: submitter instanceof HTMLButtonElement ? submitter.value : '' })
      }}
      className="grid gap-3"
    >
      <input type="hidden" name={FORM_NAME} value={FORM} />
      <PostedNote posted={saving.posted} />
      <ActProblem saving={saving} />
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
    </form>
  )
}
