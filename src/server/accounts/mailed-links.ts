import type { BetterAuthOptions } from 'better-auth'
import { RESET_LINK_LASTS, VERIFICATION_LINK_LASTS } from '../../contract/passwords.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Database } from '../db/db.ts'
import type { Tx } from '../db/write.ts'
import type { Mail, Outgoing } from '../mail/mail.ts'
import { knownAddressMail, passwordChangedMail, resetMail, verificationMail } from './mails.ts'
import { settleReset } from './store.ts'

/**
 * What the authentication library does about mail: reset links that work once, links that confirm an
 * address, and word to the owner when something happened. Links are made with the site's own address only.
 */
export function mailedLinks({ write, type }: Database, mail: Mail, origin: string) {
  async function send(outgoing: Outgoing, alongside?: (tx: Tx) => Promise<void>): Promise<void> {
    await write(async (tx) => {
      await alongside?.(tx)
      await mail.post(tx, outgoing)
    })
    mail.wake()
  }
  const addressOf = (path: string, token: string) => `${origin}${path}?token=${encodeURIComponent(token)}`

  return {
    emailAndPassword: {
      enabled: true,
      resetPasswordTokenExpiresIn: RESET_LINK_LASTS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => send(resetMail(user.email, addressOf('/reset', token))),
      onPasswordReset: ({ user }) =>
        send(passwordChangedMail(user.email, origin), async (tx) => {
          await settleReset(tx, type, user.id)
          await recordAudit(tx, { actor: user.email, action: 'password.reset', subject: user.email })
        }),
      onExistingUserSignUp: ({ user }) => send(knownAddressMail(user.email, origin)),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: VERIFICATION_LINK_LASTS,
      sendVerificationEmail: ({ user, token }) => send(verificationMail(user.email, addressOf('/verify-email', token))),
      afterEmailVerification: ({ email }) =>
        write((tx) => recordAudit(tx, { actor: email, action: 'email.verified', subject: email })),
    },
    verification: { storeIdentifier: 'hashed' },
  } satisfies BetterAuthOptions
}
