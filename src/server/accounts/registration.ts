import { createEmailVerificationToken } from 'better-auth/api'
import { VERIFICATION_LINK_LASTS } from '../../contract/passwords.ts'
import type { Outgoing } from '../mail/mail.ts'
import { knownAddressMail, verificationMail } from './mails.ts'
import type { Parts } from './parts.ts'
import { insertAccount } from './store.ts'

type Registering = Pick<Parts, 'database' | 'mail' | 'config' | 'secret' | 'hash'>

/**
 * Makes an account and mails the link that confirms its address, or tells the owner of a known address that
 * somebody tried: in one transaction, with the same work for both (docs/decisions/0009). Answers the id of
 * the new account; undefined for a known address.
 */
export async function registerAccount(
  parts: Registering,
  { email, name = email, password }: { email: string; name?: string; password: string },
): Promise<string | undefined> {
  const { database, mail, config } = parts
  const [hash, confirmation] = await Promise.all([parts.hash(password), confirmationMail(parts, email)])
  const account = await database.write(async (tx) => {
    const added = await insertAccount(tx, database.type, { email, name, hash })
    await mail.post(tx, added ? confirmation : knownAddressMail(email.toLowerCase(), config.origins[0]))
    return added
  })
  mail.wake()
  return account?.id
}

/** The mail with the link that confirms an address: a signed statement, stored nowhere. */
export async function confirmationMail({ config, secret }: Pick<Parts, 'config' | 'secret'>, email: string): Promise<Outgoing> {
  const address = email.toLowerCase()
  const token = await createEmailVerificationToken(secret, address, undefined, VERIFICATION_LINK_LASTS)
  return verificationMail(address, `${config.origins[0]}/verify-email?token=${encodeURIComponent(token)}`)
}
