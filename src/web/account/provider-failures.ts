/** What may go wrong with "Join With Google", by the code in the address of /login, in our own words only. */
const SENTENCES: Record<string, string> = {
  not_set_up: 'Join With Google is not set up on this site yet. Please log in with your email and password.',
  unreachable:
    'Join With Google cannot be reached right now. Please try again in a few minutes, or log in with your email and password.',
  too_often: 'You have tried this too often. Please wait a few minutes, or log in with your email and password.',
  access_denied: 'You left before you were logged in. You can try again, or log in with your email and password.',
  account_not_linked:
    'There is an account with your email address already. Please log in with its password. If you never set one, choose Forgot password.',
  email_not_found:
    'We were not given a verified email address for you, so you cannot join this way. Please sign up with your email and a password.',
}

const OTHERWISE =
  'Something went wrong on the way, and you are not logged in. Please try again, or log in with your email and password.'

/** The sentence for a code; what a provider or anybody else put into the address is never shown. */
export function sentenceOf(code: string): string {
  return Object.hasOwn(SENTENCES, code) ? (SENTENCES[code] ?? OTHERWISE) : OTHERWISE
}

/** The address of the login page that tells what went wrong and still remembers where the person was going. */
export function loginWithFailure(code: string, from: string | undefined): string {
  return `/login?${new URLSearchParams({ ...(from && { from }), error: code })}`
}
