import { vi } from 'vitest'
import { readConfig } from '../../src/server/config/config.ts'
import { openDatabase } from '../../src/server/platform/db/open-database.ts'
import type { RemindersModule } from '../../src/server/work/reminders/reminders.ts'
import { createTestModules } from './product-modules.ts'

/** Starts two processes on the database of a site that only write reminders, and only when a test says so. */
export async function startReminderProcesses(environment: Record<string, string>) {
  const stored = await openDatabase(readConfig(environment))
  const databases = [stored, await openDatabase(readConfig(environment))]
  const processes = await Promise.all(databases.map((database) => createReminders(environment, database)))

  /** Both processes run at the same time, at `at` in epoch ms, each twice. Returns the emails that they wrote. */
  async function runAt(at: number, job: 'remindCustomers' | 'informTeam') {
    const list = () => stored.main.selectFrom('email_outbox').selectAll().orderBy('id').execute()
    const before = new Set((await list()).map(({ id }) => id))
    vi.useFakeTimers({ toFake: ['Date'], now: at })
    try {
      await Promise.all(processes.map((reminders) => reminders[job]()))
      await Promise.all(processes.map((reminders) => reminders[job]()))
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
