import { type AnswerType, briefQuestion, splitLines } from '#contract/content/kinds/brief-question.ts'
import { ignore404Error, UserError } from '#contract/core/user-error.ts'
import { type Brief, getBriefEndpoint, reopenBriefEndpoint, saveOrSendBriefEndpoint } from '#contract/work/brief.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { loadBusiness } from '../../content/business/business.ts'
import { listKindRecords } from '../../content/records/records.ts'
import type { MailService } from '../../mail/mail.ts'
import { listAdminEmailsToNotify } from '../../people/users/users.ts'
import type { OrdersModule, StoredOrder } from '../../sales/orders/orders.ts'
import { checkAnswers } from './check-answers.ts'
import { buildAnswersReopenedEmail, buildAnswersSentEmail } from './emails.ts'
import {
  deleteAnswersOfCustomer,
  findBrief,
  findLastBriefOfCustomer,
  insertBrief,
  insertSentBrief,
  listSentBriefVersions,
  lockBrief,
  type StoredBrief,
  type StoredBriefQuestion,
  updateBrief,
} from './store.ts'

export { listOrdersWithOpenBrief } from './store.ts'

export type BriefsModule = ModuleFunctions<typeof createBriefsModule>

type Dependencies = {
  database: Database
  orders: Pick<OrdersModule, 'findForPerson'>
  mail: MailService
}
type Person = { email: string; isAdmin: boolean }

const NO_BRIEF = 'This order has no questions yet. They open once it’s paid.'

/** Creates the module for briefs: the questions that a client answers before the work starts. */
export function createBriefsModule({ database: { read, write }, orders, mail }: Dependencies) {
  /** Throws a 404 for an order that was never paid, and for another customer's order. */
  async function load(orderId: string, person: Person): Promise<Brief> {
    await orders.findForPerson(orderId, person)
    return serializeBrief(read, requireBrief(await findBrief(read, orderId)))
  }

  const handlers = [
    defineHandler(getBriefEndpoint, ({ params }, { person }) => load(params.orderId, person)),

    defineHandler(saveOrSendBriefEndpoint, async ({ params: { orderId }, body, expectedVersion: { version } }, { person }) => {
      const { answers, send: isSent = false } = body
      const order = await orders.findForPerson(orderId, person)
      if (order.customer_email !== person.email) throw new UserError(403, 'Only the client can answer these questions.')
      const record = await write(async (tx) => {
        const brief = requireBrief(await lockBrief(tx, orderId))
        if (brief.sentAt !== null)
          throw await createConflict(tx, brief, 'You sent these answers. Ask us to reopen them if something changed.')
        if (version !== undefined && version !== brief.version)
          throw await createConflict(tx, brief, 'These answers were changed in another window. Compare both, then save again.')
        const merged = { ...brief.answers, ...answers }
        const { email: inviteEmail = 'our contact email' } = await loadBusiness(tx)
        const problems = checkAnswers(brief.questions, isSent ? merged : answers, { isSent, inviteEmail })
        if (Object.keys(problems).length > 0) throw new UserError(400, 'Some answers need your attention.', problems)
        if (!isSent) return serializeBrief(tx, await updateBrief(tx, brief, { answers: merged }))
        const sentAt = Date.now()
        const sent = await updateBrief(tx, brief, { answers: merged, sentAt, reopenedReason: null })
        const sentAnswers = brief.questions.map(({ id, question }) => ({ id, question, answer: merged[id] ?? '' }))
        await insertSentBrief(tx, sent, { sentAt, answers: sentAnswers })
        for (const to of await listAdminEmailsToNotify(tx)) await mail.enqueue(tx, buildAnswersSentEmail(to, order))
        return serializeBrief(tx, sent)
      })
      mail.wake()
      return { message: isSent ? 'Answers sent' : 'Answers saved', record }
    }),

    defineHandler(reopenBriefEndpoint, async ({ params: { orderId }, body: { reason } }, { person }) => {
      const order = await orders.findForPerson(orderId, person)
      const record = await write(async (tx) => {
        const brief = requireBrief(await lockBrief(tx, orderId))
        if (brief.sentAt === null) throw await createConflict(tx, brief, 'The client can already change these answers.')
        await recordAuditEntry(tx, {
          actor: person.email,
          action: 'order.brief-reopened',
          subject: String(order.number),
          detail: { reason },
        })
        await mail.enqueue(tx, buildAnswersReopenedEmail(order.customer_email, { order, reason }))
        return serializeBrief(tx, await updateBrief(tx, brief, { sentAt: null, reopenedReason: reason }))
      })
      mail.wake()
      return { message: 'The client can change the answers', record }
    }),
  ]

  const briefs = { loadState: loadBriefState, load }
  return {
    ...briefs,
    name: 'work/briefs',
    handlers,
    stateTables: ['brief', 'sent_brief'],
    erasePerson: async (tx, email) => ({ counts: { answers: await deleteAnswersOfCustomer(tx, email) } }),
    // An order that was never paid has no brief.
    exportOrder: { answers: async (orderId, customer) => (await ignore404Error(load(orderId, customer))) ?? null },
  } satisfies ServerModule
}

/** Copies the questions to an order, with the answers that the customer sent for an earlier one. */
export async function openBrief(tx: Tx, { id: orderId, customer_email }: StoredOrder): Promise<void> {
  const asked = (await listKindRecords(tx, briefQuestion)).filter(({ values }) => values.answerType !== 'access')
  const questions = asked.map(({ id, values }): StoredBriefQuestion => {
    const type = values.answerType as AnswerType
    return {
      id,
      question: values.question ?? '',
      help: values.questionHelp ?? '',
      type,
      choices: type === 'choice' ? splitLines(values.answerChoices ?? '') : [],
      required: values.answerRequired === 'Yes',
    }
  })
  const lastAnswers = (await findLastBriefOfCustomer(tx, customer_email))?.answers.map(({ id, answer }) => [id, answer] as const)
  const answers = Object.fromEntries(lastAnswers ?? [])
  const problems = checkAnswers(questions, answers, { isSent: false, inviteEmail: '' })
  const validAnswers = Object.entries(answers).filter(([id]) => !Object.hasOwn(problems, id))
  await insertBrief(tx, { orderId, questions, answers: Object.fromEntries(validAnswers) })
}

/** Returns when the client sent the answers, and how many questions have none. An order may have no questions at all. */
export async function loadBriefState(
  db: DatabaseReader,
  orderId: string,
): Promise<{ sentAt: number | null; unanswered: number; hasQuestions: boolean }> {
  const brief = await findBrief(db, orderId)
  const isUnanswered = ({ id }: StoredBriefQuestion) => (brief?.answers[id] ?? '').trim() === ''
  const questions = brief?.questions ?? []
  return {
    sentAt: brief?.sentAt ?? null,
    unanswered: questions.filter(isUnanswered).length,
    hasQuestions: questions.length > 0,
  }
}

function requireBrief(brief: StoredBrief | undefined): StoredBrief {
  if (!brief) throw new UserError(404, NO_BRIEF)
  return brief
}

async function createConflict(tx: Tx, brief: StoredBrief, sentence: string): Promise<UserError> {
  return new UserError(409, sentence, undefined, await serializeBrief(tx, brief))
}

async function serializeBrief(db: DatabaseReader, brief: StoredBrief): Promise<Brief> {
  const { orderId, version, questions, answers, sentAt, reopenedReason } = brief
  return {
    _id: orderId,
    _version: version,
    questions: questions.map((question) => ({ ...question, answer: answers[question.id] ?? '' })),
    sentAt,
    reopenedReason,
    sentVersions: await listSentBriefVersions(db, orderId),
  }
}
