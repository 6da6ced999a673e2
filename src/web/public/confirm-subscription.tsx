import { confirmSubscription } from '../../contract/subscribers.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { linkAction, MailedLink } from './mailed-link.tsx'

export const action = linkAction(confirmSubscription)

export function Page() {
  return (
    <MailedLink
      title="Confirm your subscription"
      lead="One press, and our news reaches your inbox."
      submit="Confirm subscription"
      busy="Confirming…"
      next="You will hear from us. A link in every mail lets you leave."
      otherwise={<LinkButton href="/subscribe">Subscribe again</LinkButton>}
    />
  )
}
