import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { accountWords } from '../../contract/content/kinds/account-words.ts'
import type { WordsOf } from '../../contract/grammar/words.ts'
import { signOut } from '../../contract/people/accounts.ts'
import { Acknowledgement } from '../forms/acknowledgement.tsx'
import { SingleForm } from '../forms/single-form.tsx'
import { forgetAcknowledged } from '../notice.ts'
import { readWords } from '../page-content.ts'
import { useRoot } from '../root.tsx'
import { visitOf } from '../visit.ts'

export function loader({ context }: LoaderFunctionArgs): Promise<WordsOf<typeof accountWords>> {
  return readWords(visitOf(context).call, accountWords)
}

/** Signing out is a POST, so that no link or picture can do it. What was said to its owner, the browser says to nobody else. */
export async function action({ context, request }: ActionFunctionArgs) {
  await visitOf(context).call(signOut, { body: {} })
  return redirect('/sign-out', { status: 303, headers: { 'set-cookie': await forgetAcknowledged(request) } })
}

/** Tells whoever is logged out that they are, however often it is loaded; asks everybody else. */
export function Page() {
  const { signedOutHeading, signedOutNext, signedOutLink } = useLoaderData<typeof loader>()
  const { viewer } = useRoot()
  if (viewer.kind !== 'visitor') {
    const lead = `You are logged in as ${viewer.email}.`
    return <SingleForm title="Log out?" lead={lead} submit="Log out" busy="Logging out…" answer={undefined} fields={{}} />
  }
  const way = { href: '/login', text: signedOutLink }
  return <Acknowledgement heading={signedOutHeading} notice={LOGGED_OUT} next={signedOutNext} way={way} />
}

/** In the words of the call. */
const LOGGED_OUT = 'You are logged out.'
