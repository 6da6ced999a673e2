import { listMailProblems, type MailProblem, retryMail } from '../../contract/mail-problems.ts'
import { Refusal } from '../../contract/refusal.ts'
import type { Database } from '../db/db.ts'
import { type Handled, handled } from '../http/http.ts'
import { NEVER } from '../queue/queue.ts'
import { type FailedMail, listFailedMail, makeDue } from './store.ts'

/** What the owner sees of mail that failed, and the way to try it again; `wake` sends what is due. */
export function mailProblemHandlers({ read, write }: Database, wake: () => void): Handled[] {
  return [
    handled(listMailProblems, async ({ query }) => {
      const { records, total } = await listFailedMail(read, query)
      return { records: records.map(toWire), total }
    }),
    handled(retryMail, async ({ params }) => {
      const mail = await write((tx) => makeDue(tx, params.id, Date.now()))
      if (!mail) throw new Refusal(404, 'There is no such mail, or it was delivered meanwhile.')
      wake()
      return { message: 'The mail is being sent again now.', record: toWire(mail) }
    }),
  ]
}

function toWire({ id, recipient, subject, attempts, last_error, claimed_at, due_at }: FailedMail): MailProblem {
  const nextAttemptAt = claimed_at ?? (due_at === NEVER ? null : due_at)
  return { _id: id, to: recipient, subject, attempts, error: last_error ?? '', nextAttemptAt }
}
