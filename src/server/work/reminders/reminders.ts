import { UserError } from '#contract/core/user-error.ts'
import { stopRemindersEndpoint } from '#contract/work/stop-reminders.ts'
import type { Database } from '#platform/db/open-database.ts'
import { createClockStabilityCheck } from '#platform/db/wrong-clock-protection.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import type { QueueTiming } from '#platform/queue/queue.ts'
import { createRecurringJobs } from '#platform/recurring-jobs/recurring-jobs.ts'
import { createSignedIds } from '#platform/secrets/tokens.ts'
import { askAboutMissedParts, type ChoiceDependencies } from './ask-about-missed-parts.ts'
import { type MorningEmailDependencies, sendAdminMorningEmails } from './send-admin-morning-emails.ts'
import { type CustomerReminderDependencies, sendCustomerReminders } from './send-customer-reminders.ts'
import { listChoiceTimes, markChoiceAsked, removableSentReminders, stopReminders, stopRemindersOfCustomer } from './store.ts'

/** The emails that ask about missed parts, for the module of the work. */
export const choiceQuestions = { markAsked: markChoiceAsked, listTimes: listChoiceTimes }

export type RemindersModule = ModuleFunctions<typeof createRemindersModule>

type RemindersOptions = Omit<
  CustomerReminderDependencies & MorningEmailDependencies & ChoiceDependencies,
  'read' | 'write' | 'buildStopPath'
> & {
  database: Database
  /** Signs links. It is the same in every process. */
  secret: string
}

const MINUTE = 60_000

/** In ms. A failed job waits for the next look. */
const TIMING: QueueTiming = {
  poll: MINUTE,
  lease: 10 * MINUTE,
  deadline: 5 * MINUTE,
  firstPause: 5 * MINUTE,
  longestPause: 60 * MINUTE,
  closeWithin: 0,
}

const INVALID_LINK_MESSAGE = 'This link is incomplete or isn’t one we emailed. Open it from the email again.'

/** Creates the module for reminders to customers and for the team's morning emails (decision 106). */
export function createRemindersModule({ database, secret, ...options }: RemindersOptions) {
  const { read, write } = database
  const { buildToken, parseToken } = createSignedIds(secret, 'stop-reminders')
  const buildStopPath = (orderId: string) => `/stop-reminders?token=${encodeURIComponent(buildToken(orderId))}` as const
  const dependencies = { ...options, read, write, buildStopPath }
  const isClockSettled = createClockStabilityCheck()
  const reminders = {
    /** Queues the due reminders, and asks about missed parts. Returns whether more may be due. */
    remindCustomers: async () => {
      await askAboutMissedParts(dependencies)
      return sendCustomerReminders(dependencies)
    },

    informTeam: () => sendAdminMorningEmails(dependencies),
  }

  const handlers = [
    // Throws a 400 for a link that this site didn't sign.
    defineHandler(stopRemindersEndpoint, async ({ body: { token } }) => {
      const orderId = parseToken(token)
      if (orderId === undefined) throw new UserError(400, INVALID_LINK_MESSAGE, 'token')
      await write((tx) => stopReminders(tx, orderId))
      return { message: 'You won’t get more reminders about this order' }
    }),
  ]

  /** A wrong clock must not send emails of another day. */
  const whenSettled = (run: () => Promise<unknown>) => async () => {
    const hasMore = isClockSettled() && (await run()) === true
    return { nextRunAfter: hasMore ? 0 : TIMING.firstPause }
  }
  const recurringJobs = createRecurringJobs({
    database,
    table: 'reminder_job',
    jobs: { customers: whenSettled(reminders.remindCustomers), team: whenSettled(reminders.informTeam) },
    name: 'reminders',
    describeFailure: ({ id }) => `the server could not write the reminders for ${id} and tries again`,
    problem: options.problem,
    timing: TIMING,
  })
  return {
    ...reminders,
    name: 'work/reminders',
    handlers,
    stateTables: ['sent_reminder', 'stopped_reminder', 'reminder_job'],
    /** Stops the reminders about all orders of a customer. */
    async erasePerson(tx, email) {
      await stopRemindersOfCustomer(tx, email)
      return {}
    },
    exportPerson: 'They say which reminder was sent about an order, without its text.',
    retention: {
      reminders: {
        what: 'Which reminder was sent, without its text',
        days: 90,
        since: 'sending',
        why: 'None is sent twice. It stays while its order hasn’t started, its draft has no answer, or the client can still choose.',
        rows: removableSentReminders,
      },
    },
    ...recurringJobs,
  } satisfies ServerModule
}
