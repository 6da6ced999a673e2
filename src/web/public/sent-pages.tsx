import { useLoaderData } from 'react-router'
import { guarded } from '../guards.ts'
import { type Notice, readNotice, withNotice } from '../notice.ts'
import { accountPage, type SitePage } from '../page.ts'
import { Acknowledgement, type Way } from './acknowledgement.tsx'

/** The admin's pages to which others are sent after a form (spec section 7), as those others find them. */
export const sentPages: readonly SitePage[] = [
  sentPage(
    '/all-messages',
    'Your message has arrived and will be read. An answer goes to the email address or phone number that you gave.',
  ),
  sentPage(
    '/all-subscriber',
    'If this address is new to us, a mail is on its way to it. Follow the link in it to confirm your subscription; until then nothing else is sent.',
  ),
  sentPage('/admin', 'Nothing was charged. The order stays in your list, and you can place another one at any time.', {
    href: '/my-order',
    text: 'My Orders',
  }),
]

/**
 * What everybody else finds at an admin's page to which they were sent with a notice (design decision 3):
 * their own acknowledgement, once, and no data. Without the notice the guard acts as usual.
 */
function sentPage(path: string, next: string, way?: Way): SitePage {
  const guard = guarded({ access: 'admin' })
  return accountPage(path, 'anyone', async () => ({
    Page: function Sent() {
      return <Acknowledgement next={next} way={way} {...useLoaderData<Notice>()} />
    },
    loader: async (args) => {
      const notice = await readNotice(args.request)
      return notice ? withNotice(args.request, notice) : guard(args)
    },
  }))
}
