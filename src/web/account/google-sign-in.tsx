import { useSearchParams } from 'react-router'
import { hiddenFieldSpec } from '../forms/form-field.tsx'
import { ErrorSummary } from '../forms/form-messages.tsx'
import { HtmlForm } from '../forms/html-form.tsx'
import { useRootData } from '../root-route.tsx'
import { FormButton } from '../ui/link-button.tsx'

/** `from`: the page that the person wanted to reach. */
export const googleSignInFormFields = { from: hiddenFieldSpec }

/**
 * Offers the sign-in with the identity provider (P-59) below another form, if one is set up. It is a form: a browser could
 * follow a link without a click.
 */
export function GoogleSignInChoice({ from = '' }: { from: string | undefined }) {
  if (!useRootData().hasIdentityProvider) return null
  return (
    <>
      <p className="or">or</p>
      <HtmlForm action="/login/provider" fields={googleSignInFormFields} initialValues={{ from }} isNativeSubmit>
        <FormButton buttonStyle="plain">
          <svg viewBox="0 0 48 48" width="20" height="20" aria-hidden="true">
            <path
              fill="#4285f4"
              d="M47 24.5c0-1.6-.1-3.2-.4-4.7H24v9h12.9a11 11 0 0 1-4.8 7.2v6h7.7c4.6-4.2 7.2-10.4 7.2-17.5z"
            />
            <path fill="#34a853" d="M24 48c6.5 0 11.9-2.1 15.9-5.9l-7.8-6a14.4 14.4 0 0 1-21.5-7.6h-8v6.2A24 24 0 0 0 24 48z" />
            <path fill="#fbbc05" d="M10.6 28.5a14.4 14.4 0 0 1 0-9.1v-6.2h-8a24 24 0 0 0 0 21.5z" />
            <path fill="#ea4335" d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.8-6.8A24 24 0 0 0 2.6 13.2l8 6.2A14.3 14.3 0 0 1 24 9.5z" />
          </svg>
          Join With Google
        </FormButton>
      </HtmlForm>
    </>
  )
}

/** Returns why "Join With Google" failed, from the error code in the URL of /login; undefined if it didn't fail. */
export function useGoogleSignInError(): string | undefined {
  const code = useSearchParams()[0].get('error')
  return code === null ? undefined : getCallErrorMessage(code)
}

/** Says at the top of /login why "Join With Google" failed (P-60). The script logs it, too. */
export function GoogleSignInErrorMessage({ error }: { error: string }) {
  return (
    <div data-console-message="Identity provider sign-in failed:">
      <ErrorSummary answer={{ form: '', error, fields: {} }} names={[]} />
    </div>
  )
}

/** Builds the URL of the login page with the error code and the return path. */
export function buildLoginErrorUrl(code: string, from: string | undefined): string {
  return `/login?${new URLSearchParams({ ...(from && { from }), error: code })}`
}

/** Our sentence for each error code in the URL of /login. */
const ERROR_MESSAGES: Record<string, string> = {
  not_set_up: 'Join With Google isn’t set up on this site yet. Please log in with your email and password.',
  unreachable: 'We can’t reach Google right now. Please try again in a few minutes, or log in with your email and password.',
  too_often: 'Too many attempts. Please wait a few minutes, or log in with your email and password.',
  access_denied: 'You didn’t finish logging in with Google. Try again, or log in with your email and password.',
  account_not_linked:
    'There’s already an account with your email address. Please log in with its password. If you never set one, choose Forgot password.',
  email_not_found: 'Google didn’t give us a verified email address for you. Please register with your email and a password.',
}

const DEFAULT_ERROR_MESSAGE =
  'Something went wrong, and you’re not logged in. Please try again, or log in with your email and password.'

/** Returns our sentence for a code. The page never shows the code itself: anyone can put text into the URL. */
function getCallErrorMessage(code: string): string {
  return Object.hasOwn(ERROR_MESSAGES, code) ? (ERROR_MESSAGES[code] ?? DEFAULT_ERROR_MESSAGE) : DEFAULT_ERROR_MESSAGE
}
