import { useActionData } from 'react-router'
import { addSubscriber, confirmSubscription, endSubscription } from '../../contract/subscribers.ts'
import { Honeypot } from '../forms/document-form.tsx'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { redirectWithNotice } from '../notice.ts'
import type { PageModule } from '../page.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { linkAction, MailedLink } from './mailed-link.tsx'

const fields = { subemail: { label: 'Email', type: 'email', autoComplete: 'email', required: true } }

export const subscribe: PageModule = {
  // Takes the footer's form too, from a browser without script; where it leads then is the spec's (section 7).
  action: formAction(fields, async ({ call, values, posted: { website = '' }, request }) => {
    // The footer is on kept documents, the same for all; and an address that is there already is not added again.
    const { message } = await call(addSubscriber, { body: { ...values, website }, key: undefined })
    return redirectWithNotice(request, '/all-subscriber', message)
  }),
  Page: function Subscribe() {
    return (
      <SingleForm
        title="Subscribe by email"
        lead="We mail you a link to confirm your address. Leave whenever you like."
        submit="Subscribe"
        busy="Sending…"
        answer={useActionData<FormAnswer>()}
        fields={fields}
        beforeSubmit={<Honeypot />}
      />
    )
  },
}

export const confirm: PageModule = {
  action: linkAction(confirmSubscription),
  Page: () => (
    <MailedLink
      title="Confirm your subscription"
      lead="One press, and our news reaches your inbox."
      submit="Confirm subscription"
      busy="Confirming…"
      next="You will hear from us. A link in every mail lets you leave."
      otherwise={<LinkButton href="/subscribe">Subscribe again</LinkButton>}
    />
  ),
}

export const unsubscribe: PageModule = {
  action: linkAction(endSubscription),
  Page: () => (
    <MailedLink
      title="Unsubscribe"
      lead="One press, and you get no more news from us."
      submit="Unsubscribe"
      busy="Unsubscribing…"
      next="You get no more news from us. Should you miss it, subscribe again below."
    />
  ),
}
