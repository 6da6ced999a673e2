import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { confirmationWords } from '../../contract/sections/confirmation-words.ts'
import { addSubscriber, confirmSubscription, endSubscription } from '../../contract/subscribers.ts'
import { ownWords, type WordsOf } from '../../contract/words.ts'
import { Honeypot } from '../forms/document-form.tsx'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { redirectWithNotice } from '../notice.ts'
import type { PageModule } from '../page.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { visitOf } from '../visit.ts'
import { linkAction, MailedLink } from './mailed-link.tsx'
import { readWords } from './page-content.ts'

type ConfirmationWords = WordsOf<typeof confirmationWords>

function fieldsOf({ emailLabel }: ConfirmationWords) {
  return { subemail: { label: emailLabel, type: 'email', autoComplete: 'email', required: true } }
}

function loader({ context }: LoaderFunctionArgs): Promise<ConfirmationWords> {
  return readWords(visitOf(context).call, confirmationWords)
}

export const subscribe: PageModule = {
  loader,
  // Takes the footer's form too, from a browser without script; where it leads then is the spec's (section 7).
  action: formAction(fieldsOf(ownWords(confirmationWords)), async ({ call, values, posted: { website = '' }, request }) => {
    // The footer is on kept documents, the same for all; and an address that is there already is not added again.
    const { message } = await call(addSubscriber, { body: { ...values, website }, key: undefined })
    return redirectWithNotice(request, '/all-subscriber', message)
  }),
  Page: function Subscribe() {
    const words = useLoaderData<ConfirmationWords>()
    return (
      <SingleForm
        title={words.subscribeHeading}
        lead={words.subscribeLead}
        submit={words.subscribeButton}
        busy="Sending…"
        answer={useActionData<FormAnswer>()}
        fields={fieldsOf(words)}
        beforeSubmit={<Honeypot />}
      />
    )
  },
}

export const confirm: PageModule = {
  loader,
  action: linkAction(confirmSubscription),
  Page: function Confirm() {
    const words = useLoaderData<ConfirmationWords>()
    return (
      <MailedLink
        title={words.confirmHeading}
        lead={words.confirmLead}
        submit={words.confirmButton}
        busy="Confirming…"
        next={words.confirmNext}
        otherwise={<LinkButton href="/subscribe">{words.againLink}</LinkButton>}
      />
    )
  },
}

export const unsubscribe: PageModule = {
  loader,
  action: linkAction(endSubscription),
  Page: function Unsubscribe() {
    const words = useLoaderData<ConfirmationWords>()
    return (
      <MailedLink
        title={words.leaveHeading}
        lead={words.leaveLead}
        submit={words.leaveButton}
        busy="Unsubscribing…"
        next={words.leaveNext}
      />
    )
  },
}
