import { useActionData } from 'react-router'
import { stopRemindersEndpoint } from '#contract/work/stop-reminders.ts'
import { createOneClickUnsubscribeAction, EmailLinkPage } from '../../forms/email-link-page.tsx'
import type { FormAnswer } from '../../forms/form-action.ts'
import { FormSuccessPage } from '../../forms/form-success-page.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

export const action = createOneClickUnsubscribeAction(stopRemindersEndpoint)

/** Stops the reminders about one order. Opening the page changes nothing. */
export function Page() {
  const notice = useActionData<FormAnswer>()?.notice
  if (notice) {
    const nextLink = { href: '/my-order', text: 'See your orders' }
    const next = 'We still email you when a draft is ready, when we need something, and when we write to you.'
    return <FormSuccessPage heading="The reminders are off" notice={notice} next={next} nextLink={nextLink} />
  }
  return (
    <EmailLinkPage
      title="Stop the reminders"
      lead="You won’t get more reminders about this order. Other emails about it still reach you."
      submitLabel="Stop the reminders"
      busyLabel="Stopping…"
      fallback={<LinkButton href="/contact">Write to us</LinkButton>}
    />
  )
}
