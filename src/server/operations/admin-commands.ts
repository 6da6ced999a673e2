import { isEmail } from '../../contract/grammar/text.ts'
import { RESET_LINK_LASTS } from '../../contract/people/passwords.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config/config.ts'
import { businessIn } from '../content/business/business.ts'
import { createMail, type Mail } from '../mail/mail.ts'
import { ensureAccount, findAccountByEmail, removeSecondFactor, setPassword } from '../people/accounts/accounts.ts'
import { createHashing } from '../people/auth/hashing.ts'
import { issueLink, passwordChangedMail } from '../people/passwords/passwords.ts'
import { secondFactorOffMail } from '../people/second-factor/second-factor.ts'
import { endAllSessions } from '../people/sessions/sessions.ts'
import { adminsToTell, grantAdmin, mailsAbout } from '../people/users/users.ts'
import { openDatabase } from '../platform/db/db.ts'
import { appliedMigrations } from '../platform/db/migrate.ts'
import { withSnapshot } from '../platform/db/snapshot.ts'
import type { Tx } from '../platform/db/write.ts'
import { newCode } from '../platform/secrets/secrets.ts'
import { type Answer, type Command, CommandMistake, defineCommand } from './command/command.ts'
import { quietLog } from './command/surroundings.ts'

/** Who it was, in the audit log, and in mail. */
const ACTOR = 'command line'
const IN_MAIL = 'Whoever runs our server'
const EMAIL = { EMAIL: 'the address of the account' }
const LASTS = `works once, for ${RESET_LINK_LASTS / 3_600} hour`
const SESSIONS = 'All its sessions end; a site that runs notices within 5 seconds.'
const WRITTEN_DOWN = 'It is written into the audit log, and the person is told by mail.'

/** For whoever has the machine, where nobody can log in who could do it in the admin area. */
export const adminCommands: readonly Command[] = [
  adminCommand({
    name: 'admin make',
    summary: 'Makes somebody an admin',
    about: [
      'Where the address has no account, or one that nobody has confirmed, it prints a link to choose a password: hand it to that person alone.',
    ],
    async run(email, config) {
      const hash = await createHashing().hash(newCode())
      const { link, isNew } = await changing(config, async (tx, mail) => {
        const change = await grantAdmin(tx, email, ACTOR)
        const account = await ensureAccount(tx, email, hash)
        const [origin] = config.origins
        const mails = change ? mailsAbout({ ...change, actor: IN_MAIL }, await adminsToTell(tx), origin) : []
        for (const one of mails) await mail.post(tx, one)
        const link = account.isConfirmed ? undefined : await linkFor(tx, account.id, email, origin)
        return { isNew: change !== undefined, link }
      })
      const done = isNew ? `${email} is an admin now.` : `${email} was an admin already.`
      const next = link
        ? [`A link to choose a password, which ${LASTS}:`, link]
        : ['They log in with the password that they have.']
      return { lines: [done, ...next], result: { email, isNew, link: link ?? null } }
    },
  }),
  adminCommand({
    name: 'admin reset',
    summary: 'Makes a link to a new password for an account',
    about: [`The old password no longer works. The link that it prints ${LASTS}: hand it to that person alone.`, SESSIONS],
    async run(email, config) {
      const hash = await createHashing().hash(newCode())
      const link = await changing(config, async (tx, mail) => {
        const account = await existing(tx, email)
        await setPassword(tx, account.id, hash)
        await endAllSessions(tx, account.id)
        await mail.post(tx, passwordChangedMail(email, 'all', config.origins[0]))
        return linkFor(tx, account.id, email, config.origins[0])
      })
      return {
        lines: [`${email} is logged out everywhere. A link to a new password, which ${LASTS}:`, link],
        result: { email, link },
      }
    },
  }),
  adminCommand({
    name: 'admin second-factor',
    summary: 'Takes the second factor off an account',
    about: ['For who has lost the phone and the recovery codes: from then on the password alone lets them in.', SESSIONS],
    async run(email, config) {
      await changing(config, async (tx, mail) => {
        const account = await existing(tx, email)
        if (!(await removeSecondFactor(tx, account.id))) throw new Error(`${email} has no second factor. Nothing was changed.`)
        await endAllSessions(tx, account.id)
        await recordAudit(tx, { actor: ACTOR, action: 'second-factor.turned-off', subject: email })
        await mail.post(tx, secondFactorOffMail(email, config.origins[0]))
      })
      return { lines: [`${email} has no second factor any more, and is logged out everywhere.`], result: { email } }
    },
  }),
]

type AdminCommand = Pick<Command, 'name' | 'summary' | 'about'> & {
  run: (email: string, config: Config) => Promise<Answer>
}

/** What all of them have in common: one address, and that whatever they do is written down. */
function adminCommand({ run, about, ...declared }: AdminCommand): Command {
  return defineCommand({
    ...declared,
    arguments: EMAIL,
    about: [...about, WRITTEN_DOWN],
    fault: 'nothing was changed',
    run: ({ EMAIL: typed }, { config }) => run(addressIn(typed), config()),
  })
}

/** A change in one transaction, of a database that is there and up to date. What it mails, the site sends. */
async function changing<T>(config: Config, work: (tx: Tx, mail: Mail) => Promise<T>): Promise<T> {
  const steps = await withSnapshot(config, ({ db }) => appliedMigrations(db))
  if (steps.length === 0) throw new Error('There is no site in this database yet.')
  const database = await openDatabase(config, async () => {
    throw new Error('It is of an earlier version: start the site, or run the command migrate, first.')
  })
  const mail = createMail({ database, config, log: quietLog, readBusiness: businessIn })
  try {
    return await database.write((tx) => work(tx, mail))
  } finally {
    await database.close()
  }
}

async function linkFor(tx: Tx, userId: string, email: string, origin: string): Promise<string> {
  await recordAudit(tx, { actor: ACTOR, action: 'password.link-made', subject: email })
  return issueLink(tx, userId, origin)
}

async function existing(tx: Tx, email: string): Promise<{ id: string }> {
  const account = await findAccountByEmail(tx, email)
  if (!account) throw new Error(`There is no account with the address ${email}. Nothing was changed.`)
  return account
}

function addressIn(typed: string): string {
  const email = typed.trim().toLowerCase()
  if (!isEmail(email)) throw new CommandMistake(`${typed} is not an email address.`)
  return email
}
