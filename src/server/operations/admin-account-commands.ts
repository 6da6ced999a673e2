import { removeInvisibleCharacters } from '#contract/core/remove-invisible-characters.ts'
import { isEmail } from '#contract/core/text-schemas.ts'
import { RESET_LINK_TTL_SECONDS } from '#contract/people/authentication.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { listAppliedMigrations } from '#platform/db/migrate.ts'
import { withDatabaseSnapshot } from '#platform/db/read-database-snapshot.ts'
import { generateToken } from '#platform/secrets/tokens.ts'
import { recordAuditEntry } from '../audit-log/audit-log.ts'
import type { Config } from '../config/config.ts'
import { loadBusiness } from '../content/business/business.ts'
import { createMailModule, type MailService } from '../mail/mail.ts'
import { openDatabase } from '../migrations/open-database.ts'
import {
  findAccountByEmail,
  findOrCreateAccountWithPassword,
  removeSecondFactor,
  setPassword,
} from '../people/accounts/accounts.ts'
import { createPasswordHasher } from '../people/auth/password-hasher.ts'
import { buildPasswordChangedEmail, createPasswordResetLink, deleteResetLinks } from '../people/passwords/passwords.ts'
import { buildSecondFactorDisabledEmail } from '../people/second-factor/second-factor.ts'
import { endAllSessions } from '../people/sessions/sessions.ts'
import { buildUserChangeEmails, grantAdmin, listAdminEmailsToNotify } from '../people/users/users.ts'
import { type Command, type CommandResult, CommandUsageError, defineCommand, silentLog } from './command/command.ts'

/** The actor in the audit log and in emails. */
const ACTOR = 'command line'
const EMAIL_ACTOR = 'The person who hosts our site'
const EMAIL = { EMAIL: 'the email address of the account' }
const LINK_LIFETIME = `works once, for ${RESET_LINK_TTL_SECONDS / 3_600} hour`
const SESSIONS_NOTE = 'All sessions of the account end. A running site notices within 5 seconds.'
const AUDIT_NOTE = 'The audit log records the change, and an email tells the person.'

/** For the operator of the machine, if no admin can log in. */
export const adminCommands: readonly Command[] = [
  adminCommand({
    name: 'admin make',
    summary: 'Makes a person an admin',
    about: [
      'If the address has no confirmed account, the command prints a link to choose a password. Give it to that person only.',
    ],
    async run(email, config) {
      const hash = await createPasswordHasher().hash(generateToken())
      const { link, isNew } = await runInTransaction(config, async (tx, mail) => {
        const change = await grantAdmin(tx, email, ACTOR)
        const account = await findOrCreateAccountWithPassword(tx, email, hash)
        const [origin] = config.origins
        const emails = change ? buildUserChangeEmails({ ...change, actor: EMAIL_ACTOR }, await listAdminEmailsToNotify(tx)) : []
        for (const outgoingEmail of emails) await mail.enqueue(tx, outgoingEmail)
        const link = account.isEmailVerified ? undefined : await createAuditedResetLink(tx, account.id, email, origin)
        return { isNew: change !== undefined, link }
      })
      const outcome = isNew ? `${email} is an admin now.` : `${email} was already an admin.`
      const nextSteps = link
        ? [`A link to choose a password, which ${LINK_LIFETIME}:`, link]
        : ['They log in with their current password.']
      return { lines: [outcome, ...nextSteps], result: { email, isNew, link: link ?? null } }
    },
  }),
  adminCommand({
    name: 'admin reset',
    summary: 'Creates a password link for an account',
    about: [`The old password no longer works. The printed link ${LINK_LIFETIME}. Give it to that person only.`, SESSIONS_NOTE],
    async run(email, config) {
      const hash = await createPasswordHasher().hash(generateToken())
      const link = await runInTransaction(config, async (tx, mail) => {
        const account = await requireAccount(tx, email)
        await deleteResetLinks(tx, account.id)
        await setPassword(tx, account.id, hash)
        await endAllSessions(tx, account.id)
        await mail.enqueue(tx, buildPasswordChangedEmail(email, { endedSessions: 'all', at: Date.now() }))
        return createAuditedResetLink(tx, account.id, email, config.origins[0])
      })
      return {
        lines: [`${email} is logged out everywhere. A link to choose a new password, which ${LINK_LIFETIME}:`, link],
        result: { email, link },
      }
    },
  }),
  adminCommand({
    name: 'admin second-factor',
    summary: 'Turns off two-step verification for an account',
    about: [
      'For a person who lost their phone and recovery codes. Afterward, their password alone is enough to log in.',
      SESSIONS_NOTE,
    ],
    async run(email, config) {
      await runInTransaction(config, async (tx, mail) => {
        const account = await requireAccount(tx, email)
        if (!(await removeSecondFactor(tx, account.id)))
          throw new Error(`${email} does not use two-step verification. Nothing was changed.`)
        await endAllSessions(tx, account.id)
        await recordAuditEntry(tx, { actor: ACTOR, action: 'second-factor.turned-off', subject: email })
        await mail.enqueue(tx, buildSecondFactorDisabledEmail(email, { at: Date.now() }))
      })
      return { lines: [`Two-step verification is off for ${email}, who is logged out everywhere.`], result: { email } }
    },
  }),
]

type AdminCommand = Pick<Command, 'name' | 'summary' | 'about'> & {
  run: (email: string, config: Config) => Promise<CommandResult>
}

/** Adds the parts that all admin commands share: one email address and the note about the audit log. */
function adminCommand({ run, about, ...definition }: AdminCommand): Command {
  return defineCommand({
    ...definition,
    arguments: EMAIL,
    about: [...about, AUDIT_NOTE],
    fault: 'nothing was changed',
    run: ({ EMAIL: input }, { config }) => run(parseEmail(input), config()),
  })
}

/** Runs a change in one transaction. Throws if the database is empty or not migrated. The site sends the emails. */
async function runInTransaction<T>(config: Config, work: (tx: Tx, mail: MailService) => Promise<T>): Promise<T> {
  const migrations = await withDatabaseSnapshot(config, ({ db }) => listAppliedMigrations(db))
  if (migrations.length === 0) throw new Error('There is no site in this database yet.')
  const database = await openDatabase(config, async () => {
    throw new Error('An earlier version wrote it. Start the site, or run the command migrate first.')
  })
  const mail = createMailModule({ database, config, log: silentLog, loadBusiness })
  try {
    return await database.write((tx) => work(tx, mail))
  } finally {
    await database.close()
  }
}

async function createAuditedResetLink(tx: Tx, userId: string, email: string, origin: string): Promise<string> {
  await recordAuditEntry(tx, { actor: ACTOR, action: 'password.link-made', subject: email })
  return origin + (await createPasswordResetLink(tx, userId))
}

async function requireAccount(tx: Tx, email: string): Promise<{ id: string }> {
  const account = await findAccountByEmail(tx, email)
  if (!account) throw new Error(`There is no account with the address ${email}. Nothing was changed.`)
  return account
}

function parseEmail(input: string): string {
  const email = removeInvisibleCharacters(input).toLowerCase()
  if (!isEmail(email)) throw new CommandUsageError(`${input} is not an email address.`)
  return email
}
