import { Refusal } from '../../contract/refusal.ts'
import type { CallerFor } from '../http/http.ts'
import type { Parts } from './parts.ts'

/** How the account of a person is protected. */
export async function protectionOf({ auth }: Pick<Parts, 'auth'>, userId: string) {
  const account = await (await auth.$context).internalAdapter.findUserById(userId)
  const { emailVerified, twoFactorEnabled } = (account ?? {}) as { emailVerified?: boolean; twoFactorEnabled?: boolean | null }
  return { isVerified: emailVerified === true, hasSecondFactor: twoFactorEnabled === true }
}

export async function hasPassword({ auth }: Pick<Parts, 'auth'>, userId: string): Promise<boolean> {
  const { internalAdapter } = await auth.$context
  return Boolean((await internalAdapter.findCredentialAccount(userId))?.password)
}

/**
 * Makes sure that the person at the keyboard is the one who logged in: by the password or, where the
 * account has none, by a recent sign-in. Throws a 400 for a wrong password; the calls that use it are limited.
 */
export async function proveIdentity(
  { auth }: Pick<Parts, 'auth'>,
  { session, person }: CallerFor<'signedIn'>,
  password: string,
): Promise<void> {
  const context = await auth.$context
  const hash = (await context.internalAdapter.findCredentialAccount(person.userId))?.password
  if (!hash) return proveWithoutPassword(session)
  if (password === '') throw wrongPassword('Password is Required')
  if (!(await context.password.verify({ hash, password }))) throw wrongPassword('The password is not right.')
}

async function proveWithoutPassword({ isRecent }: CallerFor<'signedIn'>['session']): Promise<void> {
  if (await isRecent?.()) return
  throw new Refusal(403, 'Your account has no password. Please log out, log in again, and do this within 15 minutes.')
}

function wrongPassword(sentence: string): Refusal {
  return new Refusal(400, sentence, { password: sentence })
}
