import { writeFileSync } from 'node:fs'
import { vi } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { getEmailFilesFolder } from '#server/mail/transport.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import type { RemindersModule } from '#server/work/reminders/reminders.ts'
import { createTestModules } from './product-modules.ts'

/**
 * Makes a site unable to send emails, so that it keeps their text: it deletes the text after sending. Without a mail server,
 * emails become files, and a file stands in the place of their folder. An SMTP client would take a fake clock for a deadline.
 */
export function keepEmailsUnsent<E extends Record<string, string>>(environment: E): E {
  writeFileSync(getEmailFilesFolder(environment.DATA_DIR ?? ''), '')
  return environment
}

/**
 * Creates two reminders modules on one site's database. The site needs `keepEmailsUnsent`, because tests read the text of
 * the emails. The modules write reminders only when a test calls `runAt`.
 */
export async function createConcurrentReminders(environment: Record<string, string>) {
  const stored = await openDatabase(readConfig(environment))
  const databases = [stored, await openDatabase(readConfig(environment))]
  const modules = await Promise.all(databases.map((database) => createReminders(environment, database)))

  /** Runs the job twice in both modules at the same time, with the clock at `at` (epoch ms). Returns the new emails. */
  async function runAt(at: number, job: 'remindCustomers' | 'informTeam') {
    const list = () => stored.main.selectFrom('email_outbox').selectAll().orderBy('id').execute()
    const before = new Set((await list()).map(({ id }) => id))
    vi.useFakeTimers({ toFake: ['Date'], now: at })
    try {
      await Promise.all(modules.map((reminders) => reminders[job]()))
      await Promise.all(modules.map((reminders) => reminders[job]()))
    } finally {
      vi.useRealTimers()
    }
    return (await list()).filter(({ id }) => !before.has(id))
  }

  return {
    stored: stored.main,
    runAt,
    async close() {
      for (const database of databases) await database.close()
    },
  }
}

async function createReminders(environment: Record<string, string>, database: Awaited<ReturnType<typeof openDatabase>>) {
  const { modules } = await createTestModules(environment, database)
  return modules.find(({ name }) => name === 'work/reminders') as unknown as RemindersModule
}
