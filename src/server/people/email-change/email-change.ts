import { UserError } from '#contract/core/user-error.ts'
import {
  cancelEmailChangeEndpoint,
  confirmEmailChangeEndpoint,
  getEmailChangeEndpoint,
  requestEmailChangeEndpoint,
} from '#contract/people/own-account-security.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { EmailChange } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ServerModule } from '#platform/module.ts'
import { generateToken, hashToken } from '#platform/secrets/tokens.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { MailService } from '../../mail/mail.ts'
import type { RateLimits } from '../../rate-limits/rate-limits.ts'
import {
  type AccountsModule,
  buildDuplicateRegistrationEmail,
  changeAccountEmail,
  findAccountByEmail,
} from '../accounts/accounts.ts'
import { deleteResetLinks, type PasswordsModule } from '../passwords/passwords.ts'
import { endAllSessions, isCurrentPassword, type SessionsModule } from '../sessions/sessions.ts'
import { listUserRoleRecords, moveUserRoleRecord } from '../users/users.ts'
import { buildEmailChangedEmail, buildEmailChangeLinkEmail } from './emails.ts'
import { deleteEmailChangeLinks, insertEmailChangeLink, listEmailChangeLinks, useEmailChangeLink } from './store.ts'

const EXPIRED_LINK_MESSAGE =
  'This link was used or canceled, is older than a day, or another account asked for it. Your account page shows where the change is.'

type Dependencies = {
  database: Database
  mail: MailService
  accounts: AccountsModule
  sessions: SessionsModule
  passwords: PasswordsModule
  limits: Pick<RateLimits, 'reserveEmailSlot' | 'rememberDevice'>
  /** All modules, in the order in which they lock their rows. */
  modules: readonly ServerModule[]
}

/**
 * Creates the module that changes the email of an account after both addresses agreed (P-370). The library's `changeEmail`
 * acts when a link is opened, and can't move the orders in the same transaction.
 */
export function createEmailChangeModule(parts: Dependencies) {
  const { database, mail, accounts, sessions, passwords, limits } = parts

  const handlers = [
    defineHandler(getEmailChangeEndpoint, async (_, { person: { userId } }) => {
      const links = await listEmailChangeLinks(database.read, userId)
      return { email: links[0]?.newEmail ?? null, waitsFor: links.map(({ side }) => side) }
    }),

    defineHandler(requestEmailChangeEndpoint, async ({ body }, caller) => {
      const { userId, email: from } = caller.person
      const to = body.email.toLowerCase()
      await requirePasswordHash(accounts, userId)
      await passwords.verifyIdentity(caller, body.password)
      if (to === from) throw new UserError(400, 'Your account has this email already.', 'email')
      const mayNotify = await limits.reserveEmailSlot('about a registration', to)
      const [oldToken, newToken] = [generateToken(), generateToken()]
      await database.write(async (tx) => {
        const isInUse = await isEmailInUse(tx, to)
        await deleteEmailChangeLinks(tx, userId)
        await insertEmailChangeLink(tx, userId, { side: 'old', newEmail: to, hash: hashToken(oldToken) })
        await insertEmailChangeLink(tx, userId, { side: 'new', newEmail: to, hash: hashToken(newToken) })
        await recordAuditEntry(tx, { actor: from, action: 'email.change-asked', subject: from, detail: { to } })
        await mail.enqueue(tx, buildEmailChangeLinkEmail(from, { path: `/change-email?token=${oldToken}`, newEmail: to }))
        if (!isInUse) await mail.enqueue(tx, buildEmailChangeLinkEmail(to, { path: `/change-email?token=${newToken}` }))
        else if (mayNotify) await mail.enqueue(tx, buildDuplicateRegistrationEmail(to, undefined))
      })
      mail.wake()
      return { message: 'We sent a link to both addresses. Your email changes after you used both.' }
    }),

    // Requires the account's own session, like the link that confirms an email.
    defineHandler(confirmEmailChangeEndpoint, async ({ body: { token } }, caller) => {
      const { userId, email: from } = caller.person
      const hash = await requirePasswordHash(accounts, userId)
      const { to, left } = await database.write(async (tx) => {
        const links = await useEmailChangeLink(tx, userId, hashToken(token))
        const used = links.find((link) => link.hash === hashToken(token))
        if (!used) throw new UserError(400, EXPIRED_LINK_MESSAGE, 'token')
        const left = links.find((link) => link !== used)
        if (!left) await changeEmail(parts, tx, { from, to: used.newEmail }, { userId, hash })
        return { to: used.newEmail, left }
      })
      mail.wake()
      if (left) return { message: `Thank you. Now use the link that we sent to ${left.side === 'old' ? from : to}.` }
      sessions.clearCache()
      await sessions.replaceSession({ ...caller.person, email: to }, hash, caller)
      limits.rememberDevice(to, caller.replyHeaders)
      return { message: `Your email is now ${to}. All other devices were logged out.` }
    }),

    defineHandler(cancelEmailChangeEndpoint, async (_, { person: { userId } }) => {
      await database.write((tx) => deleteEmailChangeLinks(tx, userId))
      return { message: 'Your email stays as it was. The links no longer work.' }
    }),
  ]
  return { name: 'people/email-change', handlers } satisfies ServerModule
}

/** Moves the account and what belongs to its email, ends all sessions, and writes to both addresses (P-371). */
async function changeEmail(
  { mail, modules }: Dependencies,
  tx: Tx,
  change: EmailChange,
  { userId, hash }: { userId: string; hash: string },
): Promise<void> {
  const { from, to } = change
  if (await isEmailInUse(tx, to)) throw new UserError(409, `${to} has an account by now. Choose another email.`)
  for (const module of modules) await module.followEmailChange?.(tx, change)
  await moveUserRoleRecord(tx, change)
  await deleteResetLinks(tx, userId)
  // A password reset may have ended the change since.
  if (!(await isCurrentPassword(tx, from, hash))) throw new UserError(400, EXPIRED_LINK_MESSAGE, 'token')
  await changeAccountEmail(tx, userId, change)
  await endAllSessions(tx, userId)
  await recordAuditEntry(tx, { actor: from, action: 'email.changed', subject: to, detail: change })
  for (const address of [from, to])
    await mail.enqueue(tx, buildEmailChangedEmail(address, { oldEmail: from, newEmail: to, at: Date.now() }))
}

/** Throws a 409 for an account without a password: after the change, it could not log in. */
async function requirePasswordHash(accounts: AccountsModule, userId: string): Promise<string> {
  const hash = await accounts.findPasswordHash(userId)
  if (hash !== undefined) return hash
  throw new UserError(409, 'Your account has no password yet. Choose one with Forgot password on the login page first.')
}

/** A user record counts too: the account would get its rights. */
async function isEmailInUse(tx: Tx, email: string): Promise<boolean> {
  return (await findAccountByEmail(tx, email)) !== undefined || (await listUserRoleRecords(tx, email)).length > 0
}
