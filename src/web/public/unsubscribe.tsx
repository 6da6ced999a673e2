import { endSubscription } from '../../contract/subscribers.ts'
import { linkAction, MailedLink } from './mailed-link.tsx'

export const action = linkAction(endSubscription)

export function Page() {
  return (
    <MailedLink
      title="Unsubscribe"
      lead="One press, and you get no more news from us."
      submit="Unsubscribe"
      busy="Unsubscribing…"
      next="You get no more news from us. Should you miss it, subscribe again below."
    />
  )
}
