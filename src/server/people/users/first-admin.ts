import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import { ADMIN_ROLE } from '#contract/people/admin-users.ts'
import { FIRST_ADMIN_CODE_TTL_SECONDS } from '#contract/people/first-admin-setup.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'
import type { Caller } from '#platform/http/register-api.ts'
import { generateToken, hashToken } from '#platform/secrets/tokens.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config/config.ts'
import { createOrReplaceAccount } from '../accounts/accounts.ts'
import type { HashPassword } from '../auth/auth.ts'
import { assertUncommonPassword } from '../passwords/passwords.ts'
import type { SessionsModule } from '../sessions/sessions.ts'
import {
  deleteFirstAdminSetupCodes,
  findFirstAdminSetupCode,
  hasEverHadAdmin,
  insertUserRoleRecord,
  markFirstAdminCreated,
  replaceFirstAdminSetupCode,
} from './store.ts'
import type { UserRoleTable } from './tables.ts'

/** Without `code`, the first admin comes from the environment. */
type FirstAdmin = { email: string; hash: string; code?: string }

type CreatedFirstAdmin = { record: UserRoleTable; accountId: string }

export type FirstAdminSetupDependencies = {
  database: Database
  sessions: Pick<SessionsModule, 'clearCache' | 'logInNewAccount'>
  hash: HashPassword
  config: Pick<Config, 'origins' | 'dataDir' | 'firstAdmin'>
}

type NewAdmin = { email: string; password: string; code?: string }

/** Creates the first admin by a one-time code, or from the environment (P-75, docs/decisions/0012). */
export function createFirstAdminSetup({ database, sessions, hash, config }: FirstAdminSetupDependencies) {
  const { read, write } = database
  const setupLink = createSetupLink(config)

  async function createAccount({ email, password, code }: NewAdmin): Promise<CreatedFirstAdmin> {
    // Rejects an invented code before the expensive hash.
    if (code !== undefined) {
      await assertSetupCode(read, code)
      await assertUncommonPassword(password, email, 'password')
    }
    const passwordHash = await hash(password)
    return write((tx) => createFirstAdmin(tx, { email, hash: passwordHash, code }))
  }

  return {
    /** Also logs the person in. */
    async create(newAdmin: NewAdmin & { code: string }, caller: Caller): Promise<UserRoleTable> {
      const { record, accountId } = await createAccount(newAdmin)
      sessions.clearCache()
      // The code no longer works, so a file that stays does no harm.
      await setupLink.withdraw().catch(() => {})
      await sessions.logInNewAccount(accountId, caller)
      return record
    },

    /**
     * Creates the first admin from the environment. Otherwise returns a new one-time code and its link, or the path of the
     * file with the link. Returns undefined once the site has an admin.
     */
    async prepare(): Promise<{ code: string; link: string } | undefined> {
      const isNeeded = !(await hasEverHadAdmin(read))
      if (isNeeded && !config.firstAdmin) {
        const code = generateToken()
        await write((tx) => replaceFirstAdminSetupCode(tx, hashToken(code)))
        return { code, link: await setupLink.publish(code) }
      }
      await setupLink.withdraw()
      if (!isNeeded || !config.firstAdmin) return undefined
      await createAccount(config.firstAdmin).catch((error: unknown) => {
        // A 409 means that another process has just created the first admin.
        if (!isUserError(error) || error.status !== 409) throw error
      })
      return undefined
    },
  }
}

/**
 * Publishes the link that creates the first admin. A site under https usually logs its output. The link therefore goes into a
 * file that only the site's system user can read.
 */
function createSetupLink({ origins: [origin], dataDir }: Pick<Config, 'origins' | 'dataDir'>) {
  const file = join(dataDir, 'set-up-link.txt')
  const remove = () => rm(file, { force: true })
  return {
    /** Returns the text to print: the link, or the path of its file. Replaces an earlier link. */
    async publish(code: string): Promise<string> {
      const link = `${origin}/add-user?code=${code}`
      await remove()
      if (!origin.startsWith('https:')) return link
      await writeFile(file, `${link}\n`, { mode: 0o600 })
      return `open the link in ${file}`
    },
    withdraw: remove,
  }
}

/**
 * Creates the account and the user record of the first admin. The email counts as verified, because a person with the
 * code or the environment owns the site. Throws a 400 for a wrong code, and a 409 if the site has an admin.
 */
async function createFirstAdmin(tx: Tx, { email, hash, code }: FirstAdmin): Promise<CreatedFirstAdmin> {
  if (code !== undefined) await assertSetupCode(tx, code)
  if (!(await markFirstAdminCreated(tx))) throw firstAdminExistsError()
  await deleteFirstAdminSetupCodes(tx)
  const accountId = await createOrReplaceAccount(tx, email.toLowerCase(), hash)
  const record = await insertUserRoleRecord(tx, email, ADMIN_ROLE)
  const detail = { emailAfter: record.email, roleAfter: record.role }
  const actor = code === undefined ? 'environment' : 'set-up code'
  await recordAuditEntry(tx, { actor, action: 'user.added', subject: record.id, detail })
  return { record, accountId }
}

/** Throws a 400 for a wrong code, and a 409 if the site has an admin. */
async function assertSetupCode(db: DatabaseReader, code: string): Promise<void> {
  const newest = await findFirstAdminSetupCode(db)
  if (newest?.hash === hashToken(code) && isUnexpired(newest.created_at)) return
  if (await hasEverHadAdmin(db)) throw firstAdminExistsError()
  const hours = FIRST_ADMIN_CODE_TTL_SECONDS / 3_600
  const message = `This set-up code is wrong or has expired. It works for ${hours} hours, and each start of the server prints a new one.`
  throw new UserError(400, message, 'code')
}

function firstAdminExistsError(): UserError {
  return new UserError(409, 'This site already has an admin. Please log in.')
}

function isUnexpired(createdAt: number): boolean {
  const now = Date.now()
  return createdAt > now - FIRST_ADMIN_CODE_TTL_SECONDS * 1000 && createdAt <= computeLatestPlausibleTime(now)
}
