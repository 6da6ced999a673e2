import { Refusal } from '../../contract/grammar/refusal.ts'
import { listMailProblems, type MailProblem, retryMail } from '../../contract/operations/mail-problems.ts'
import { type Handled, handled } from '../platform/http/http.ts'
import type { FailedMail, Mail } from './mail.ts'

/** What the owner sees of mail that failed, and the way to try it again. */
export function mailHandlers(mail: Mail): Handled[] {
  return [
    handled(listMailProblems, async ({ query }) => {
      const { records, total } = await mail.failed(query)
      return { records: records.map(toWire), total }
    }),
    handled(retryMail, async ({ params }, { person }) => {
      const problem = await mail.tryAgain(params.id, person.email)
      if (!problem) throw new Refusal(404, 'There is no such mail, or it was delivered meanwhile.')
      return { message: 'The mail is being sent again now.', record: toWire(problem) }
    }),
  ]
}

function toWire({ id, recipient, subject, attempts, last_error, nextAttemptAt }: FailedMail): MailProblem {
  return { _id: id, to: recipient, subject, attempts, error: last_error ?? '', nextAttemptAt }
}
