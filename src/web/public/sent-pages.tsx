import { useLoaderData } from 'react-router'
import { accountWords } from '../../contract/content/kinds/account-words.ts'
import { confirmationWords } from '../../contract/content/kinds/confirmation-words.ts'
import { contactWords } from '../../contract/content/kinds/contact-words.ts'
import type { WordsOf } from '../../contract/grammar/words.ts'
import { Acknowledgement, type Way } from '../forms/acknowledgement.tsx'
import { guarded } from '../guards.ts'
import { type Acknowledged, acknowledged } from '../notice.ts'
import { accountPage, type SitePage } from '../page.ts'
import { type PageContent, readContent, wordsOf } from '../page-content.ts'
import { withReturnPath } from '../return-path.ts'
import { useRoot } from '../root.tsx'
import { visitOf } from '../visit.ts'

/** What a notice about a message is about that nobody can answer. */
export const UNANSWERED = 'unanswered'

/** The admin's pages to which others are sent after a form (spec section 7), as those others find them. */
export const sentPages: readonly SitePage[] = [
  sentPage('/all-messages', (content, about) => {
    const words = wordsOf(content, confirmationWords)
    const heading = words.messageHeading
    if (about === UNANSWERED) {
      return { heading, next: words.unansweredNext, way: { href: '/contact', text: words.unansweredLink } }
    }
    const next = [words.messageNext, wordsOf(content, contactWords).replyTime].filter(Boolean).join(' ')
    return { heading, next, way: { href: '/pricing/', text: words.messageLink } }
  }),
  sentPage('/all-subscriber', (content) => {
    const { askedHeading: heading, subscribeNext: next, askedLink } = wordsOf(content, confirmationWords)
    return { heading, next, way: { href: '/service/', text: askedLink } }
  }),
  sentPage('/admin', (content) => {
    const { cancelledHeading: heading, cancelledNext: next } = wordsOf(content, accountWords)
    return { heading, next, way: { href: '/my-order', text: 'My Orders' } }
  }),
]

type Said = { heading: string; next: string; way: Way }
type Loaded = Acknowledged & { said: Said; words: WordsOf<typeof confirmationWords> }

/**
 * What everybody else finds at an admin's page to which they were sent with a notice (design decision 3): their own
 * acknowledgement, and no data. Loaded again it says so again; whoever was never sent there meets the guard.
 */
function sentPage(path: string, say: (content: PageContent, about: string | undefined) => Said): SitePage {
  const guard = guarded({ access: 'admin' })
  return accountPage(path, 'anyone', async () => ({
    Page: function Sent() {
      const { said, words, notice, isAgain } = useLoaderData<Loaded>()
      return (
        <Acknowledgement {...said} notice={notice}>
          {isAgain && <Again words={words} path={path} />}
        </Acknowledgement>
      )
    },
    loader: async (args) => {
      const found = await acknowledged(args.request, async (about) => {
        const content = await readContent(visitOf(args.context).call, [confirmationWords, contactWords, accountWords])
        return { said: say(content, about), words: wordsOf(content, confirmationWords) }
      })
      return found ?? guard(args)
    },
  }))
}

/** An owner who tried the form by themselves comes here for the page of theirs. */
function Again({ words: { againNote, ownerNote, ownerLink }, path }: Pick<Loaded, 'words'> & { path: string }) {
  const { viewer } = useRoot()
  return (
    <>
      <p className="elsewhere">{againNote}</p>
      {viewer.kind === 'visitor' && (
        <p className="elsewhere">
          {ownerNote} <a href={withReturnPath('/login', path)}>{ownerLink}</a>
        </p>
      )}
    </>
  )
}
