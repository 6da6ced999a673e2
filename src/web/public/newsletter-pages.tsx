import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { formConfirmationCopy } from '#contract/content/kinds/form-confirmation-copy.ts'
import { type CopyKindTexts, getDefaultCopyTexts } from '#contract/core/define-page-copy-kind.ts'
import { UserError } from '#contract/core/user-error.ts'
import { confirmSubscriptionEndpoint, subscribeEndpoint, unsubscribeEndpoint } from '#contract/inbox/subscribers.ts'
import type { PageRouteModule } from '../define-page.ts'
import { type FlashNotice, loadAcknowledgmentPageData, redirectWithFlashNotice } from '../flash-notices.ts'
import { createEmailLinkAction, createOneClickUnsubscribeAction, EmailLinkPage } from '../forms/email-link-page.tsx'
import { createFormAction, type FormAnswer } from '../forms/form-action.ts'
import { FormSuccessPage } from '../forms/form-success-page.tsx'
import { Honeypot } from '../forms/html-form.tsx'
import { SingleFormPage } from '../forms/single-form-page.tsx'
import { loadCopy } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { LinkButton } from '../ui/link-button.tsx'

const TICKED_BOX_MESSAGE =
  'A box that people can’t see was ticked, so we didn’t add your email. Reload the page and send it again.'

type ConfirmationCopy = CopyKindTexts<typeof formConfirmationCopy>

function buildFields({ emailLabel }: ConfirmationCopy) {
  return { subemail: { label: emailLabel, type: 'email', autoComplete: 'email', required: true } }
}

function loader({ context }: LoaderFunctionArgs): Promise<ConfirmationCopy> {
  return loadCopy(getPageRequestContext(context).call, formConfirmationCopy)
}

export const subscribePage: PageRouteModule = {
  loader,
  // The footer's form posts here too. Both lead to `/all-subscriber` (P-125).
  action: createFormAction(
    buildFields(getDefaultCopyTexts(formConfirmationCopy)),
    async ({ call, values, postedValues: { website = '' }, request }) => {
      if (website !== '') throw new UserError(400, TICKED_BOX_MESSAGE)
      // No key: all visitors share cached pages with this form, and a known email isn't added again.
      const { message } = await call(subscribeEndpoint, { body: { ...values, website }, key: undefined })
      return redirectWithFlashNotice(request, '/all-subscriber', message)
    },
  ),
  Page: function Subscribe() {
    const copy = useLoaderData<ConfirmationCopy>()
    return (
      <SingleFormPage
        title={copy.subscribeHeading}
        lead={copy.subscribeLead}
        submitLabel={copy.subscribeButton}
        busyLabel="Sending…"
        fields={buildFields(copy)}
        beforeSubmit={<Honeypot type="checkbox" />}
      />
    )
  },
}

type Confirmed = { copy: ConfirmationCopy } & Partial<FlashNotice>

export const confirmSubscriptionPage: PageRouteModule = {
  loader: async (args) => {
    const copy = await loader(args)
    const hasToken = new URL(args.request.url).searchParams.has('token')
    return (hasToken ? undefined : await loadAcknowledgmentPageData(args.request, async () => ({ copy }))) ?? { copy }
  },
  action: createEmailLinkAction(confirmSubscriptionEndpoint),
  Page: function Confirm() {
    const { copy, notice } = useLoaderData<Confirmed>()
    if (notice) {
      const { confirmedHeading, confirmNext, confirmedLink } = copy
      const nextLink = { href: '/service/', text: confirmedLink }
      return <FormSuccessPage heading={confirmedHeading} notice={notice} next={confirmNext} nextLink={nextLink} />
    }
    return (
      <EmailLinkPage
        title={copy.confirmHeading}
        lead={copy.confirmLead}
        submitLabel={copy.confirmButton}
        busyLabel="Confirming…"
        fallback={<LinkButton href="/subscribe">{copy.againLink}</LinkButton>}
      />
    )
  },
}

export const unsubscribePage: PageRouteModule = {
  loader,
  action: createOneClickUnsubscribeAction(unsubscribeEndpoint),
  Page: function Unsubscribe() {
    const copy = useLoaderData<ConfirmationCopy>()
    const notice = useActionData<FormAnswer>()?.notice
    if (notice) {
      const { leftHeading, leaveNext, againLink } = copy
      const nextLink = { href: '/subscribe', text: againLink }
      return <FormSuccessPage heading={leftHeading} notice={notice} next={leaveNext} nextLink={nextLink} />
    }
    return (
      <EmailLinkPage
        title={copy.leaveHeading}
        lead={copy.leaveLead}
        submitLabel={copy.leaveButton}
        busyLabel="Unsubscribing…"
        fallback={<LinkButton href="/contact">Ask us to take you off the list</LinkButton>}
      />
    )
  },
}
