import { useLoaderData } from 'react-router'
import { confirmationWords } from '../../contract/sections/confirmation-words.ts'
import type { WordsOf } from '../../contract/words.ts'
import { guarded } from '../guards.ts'
import { type Notice, readNotice, withNotice } from '../notice.ts'
import { accountPage, type SitePage } from '../page.ts'
import { visitOf } from '../visit.ts'
import { Acknowledgement, type Way } from './acknowledgement.tsx'
import { readWords } from './page-content.ts'

/** The admin's pages to which others are sent after a form (spec section 7), as those others find them. */
export const sentPages: readonly SitePage[] = [
  sentPage('/all-messages', ({ messageNext }) => messageNext),
  sentPage('/all-subscriber', ({ subscribeNext }) => subscribeNext),
  sentPage('/admin', () => NOTHING_CHARGED, { href: '/my-order', text: 'My Orders' }),
]

const NOTHING_CHARGED = 'Nothing was charged. The order stays in your list, and you can place another one at any time.'

type ConfirmationWords = WordsOf<typeof confirmationWords>
type Loaded = Notice & { words: ConfirmationWords }

/**
 * What everybody else finds at an admin's page to which they were sent with a notice (design decision 3):
 * their own acknowledgement, once, and no data. Without the notice the guard acts as usual.
 */
function sentPage(path: string, next: (words: ConfirmationWords) => string, way?: Way): SitePage {
  const guard = guarded({ access: 'admin' })
  return accountPage(path, 'anyone', async () => ({
    Page: function Sent() {
      const { words, ...notice } = useLoaderData<Loaded>()
      return <Acknowledgement next={next(words)} way={way} {...notice} />
    },
    loader: async (args) => {
      const notice = await readNotice(args.request)
      if (!notice) return guard(args)
      return withNotice(args.request, notice, { words: await readWords(visitOf(args.context).call, confirmationWords) })
    },
  }))
}
