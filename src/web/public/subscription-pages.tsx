import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { confirmationWords } from '../../contract/content/kinds/confirmation-words.ts'
import { ownWords, type WordsOf } from '../../contract/grammar/words.ts'
import { addSubscriber, confirmSubscription, endSubscription } from '../../contract/inbox/subscribers.ts'
import { Acknowledgement } from '../forms/acknowledgement.tsx'
import { Honeypot } from '../forms/document-form.tsx'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { linkAction, MailedLink, oneClickAction } from '../forms/mailed-link.tsx'
import { SingleForm } from '../forms/single-form.tsx'
import { acknowledged, type Notice, redirectWithNotice } from '../notice.ts'
import type { PageModule } from '../page.ts'
import { readWords } from '../page-content.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { visitOf } from '../visit.ts'

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

type Confirmed = { words: ConfirmationWords } & Partial<Notice>

export const confirm: PageModule = {
  loader: async (args) => {
    const words = await loader(args)
    const hasToken = new URL(args.request.url).searchParams.has('token')
    return (hasToken ? undefined : await acknowledged(args.request, async () => ({ words }))) ?? { words }
  },
  action: linkAction(confirmSubscription),
  Page: function Confirm() {
    const { words, notice } = useLoaderData<Confirmed>()
    if (notice) {
      const { confirmedHeading, confirmNext, confirmedLink } = words
      const way = { href: '/service/', text: confirmedLink }
      return <Acknowledgement heading={confirmedHeading} notice={notice} next={confirmNext} way={way} />
    }
    return (
      <MailedLink
        title={words.confirmHeading}
        lead={words.confirmLead}
        submit={words.confirmButton}
        busy="Confirming…"
        otherwise={<LinkButton href="/subscribe">{words.againLink}</LinkButton>}
      />
    )
  },
}

export const unsubscribe: PageModule = {
  loader,
  action: oneClickAction(endSubscription),
  Page: function Unsubscribe() {
    const words = useLoaderData<ConfirmationWords>()
    const notice = useActionData<FormAnswer>()?.notice
    if (notice) {
      const { leftHeading, leaveNext, againLink } = words
      const way = { href: '/subscribe', text: againLink }
      return <Acknowledgement heading={leftHeading} notice={notice} next={leaveNext} way={way} />
    }
    return (
      <MailedLink
        title={words.leaveHeading}
        lead={words.leaveLead}
        submit={words.leaveButton}
        busy="Unsubscribing…"
        otherwise={<LinkButton href="/contact">Ask us to take you off the list</LinkButton>}
      />
    )
  },
}
