import type { Business } from '../../contract/content/business-facts.ts'
import type { ListPage } from '../../contract/core/paging.ts'
import { isEmail } from '../../contract/core/text-schemas.ts'
import { recordAuditEntry } from '../audit-log/audit-log.ts'
import type { Config } from '../config/config.ts'
import type { Tx } from '../platform/db/database-writer.ts'
import type { Database } from '../platform/db/open-database.ts'
import type { DatabaseReader } from '../platform/db/tables.ts'
import type { ServerModule } from '../platform/module.ts'
import { createJobQueue, NEVER_DUE } from '../platform/queue/queue.ts'
import { mailHandlers } from './handlers.ts'
import {
  abandonedEmailCondition,
  type ClaimedEmail,
  emailOutboxTable,
  insertEmail,
  listFailedEmails,
  markEmailSent,
  recordEmailFailure,
  rescheduleFailedEmail,
  type StoredFailedEmail,
} from './store.ts'
import { createFileTransport, createSmtpTransport, MAIL_TIMING, removeMailFiles } from './transport.ts'

export { getMailFolder, MAIL_FILE_PATTERN, verifyMailServer } from './transport.ts'

/** `line` is for whoever started the site, `problem` for the log. */
export type StartupLog = { line: (text: string) => void; problem: (error: unknown, sentence: string) => void }

export type OutgoingEmail = {
  to: string
  /** What is too long for a subject line is cut, line breaks are spaces. */
  subject: string
  /** The business's signature is put below it. */
  text: string
  /** Whom an answer goes to, where that is not us. */
  replyTo?: string
  /** Where one POST takes the reader off the list. */
  unsubscribe?: string
}

/** A mail that could not be handed over at the last attempt, and when the next one is; null where there is none. */
export type FailedEmail = StoredFailedEmail & { nextAttemptAt: number | null }

export type MailService = ServerModule &
  Required<Pick<ServerModule, 'start' | 'close' | 'queues'>> & {
    /** Puts mail into the outbox with the caller's transaction: it goes out if that is committed. Call `wake` afterwards. */
    enqueue: (tx: Tx, mail: OutgoingEmail) => Promise<void>
    /** Sends what waits, soon; returns at once. */
    wake: () => void
    /** Newest first. */
    listFailed: (page: { page: number; size: number }) => Promise<ListPage<FailedEmail>>
    /** Sends a failed mail again, now, as `actor` asks; undefined where no such mail waits. */
    retry: (id: string, actor: string) => Promise<FailedEmail | undefined>
  }

type Dependencies = {
  database: Database
  config: Config
  log: StartupLog
  /** Who signs. Asked when a mail goes out, so that posting one costs its caller a single statement. */
  loadBusiness: (db: DatabaseReader) => Promise<Business>
  timing?: typeof MAIL_TIMING
}

/** How many mails are handed over at a time. */
const MAX_CONCURRENT = 5

/** Mail that is never lost and never waited for: an outbox in the database, carried out by every process. */
export function createMailService({ database, config, log, loadBusiness, timing = MAIL_TIMING }: Dependencies): MailService {
  const transport = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, config.mailFrom, timing)
    : createFileTransport(config, log.line)
  const queue = createJobQueue<ClaimedEmail>({
    database,
    table: emailOutboxTable,
    timing,
    name: 'mail',
    problem: log.problem,
    maxConcurrent: MAX_CONCURRENT,
    work: async (mail, signal) =>
      transport({ ...mail, body: appendSignature(mail.body, await loadBusiness(database.read)) }, signal),
    saveOutcome: markEmailSent,
    onFailure: (mail, error, isGivenUp) => {
      const reason = describeFailure(error, mail)
      const consequence = isGivenUp ? 'could not be delivered and is given up' : 'waits for another attempt'
      log.problem(reason, `mail ${mail.id} ${consequence}`)
      return (tx) => recordEmailFailure(tx, mail, reason)
    },
    getCreatedAt: ({ created_at }) => created_at,
  })
  const mail: MailService = {
    async enqueue(tx, { to, subject, text, replyTo, unsubscribe }) {
      if (!isEmail(to)) throw new Error('Mail needs exactly one address to go to.')
      if (replyTo !== undefined && !isEmail(replyTo)) throw new Error('An answer needs exactly one address to go to.')
      await insertEmail(tx, {
        recipient: to,
        subject: formatSubject(subject),
        body: text,
        reply_to: replyTo ?? null,
        unsubscribe: unsubscribe ?? null,
      })
    },
    async listFailed(page) {
      const { records, total } = await listFailedEmails(database.read, page)
      return { records: records.map(addNextAttempt), total }
    },
    async retry(id, actor) {
      const mail = await database.write(async (tx) => {
        const due = await rescheduleFailedEmail(tx, id, Date.now())
        if (due) await recordAuditEntry(tx, { actor, action: 'mail.retried', subject: due.recipient })
        return due
      })
      if (mail) queue.wake()
      return mail && addNextAttempt(mail)
    },
    wake: queue.wake,
    name: 'mail',
    handlers: () => mailHandlers(mail),
    dataTables: ['email_outbox'],
    retention: {
      ...mailRetention,
      'mail-files': { ...mailFilesRetention, removeFiles: (before) => removeMailFiles(config.dataDir, before) },
    },
    queues: [queue],
    start: queue.start,
    close: queue.close,
  }
  return mail
}

const mailRetention: ServerModule['retention'] = {
  'sent-mail': {
    what: 'That a mail was sent, to whom and about what; its text goes as soon as it is sent',
    days: 90,
    since: 'it was sent',
    why: 'A quarter is enough to answer "I never got it".',
    rows: { table: 'email_outbox', key: ['id'], at: 'sent_at' },
  },
  'failed-mail': {
    what: 'Mail that was given up',
    days: 180,
    since: 'it was written',
    why: 'The owner sees it and can try it again; after half a year nobody waits for it.',
    rows: { table: 'email_outbox', key: ['id'], at: 'created_at', extraCondition: abandonedEmailCondition },
  },
}

const mailFilesRetention = {
  what: 'The files that mail becomes in DATA_DIR/mail without a mail server',
  days: 30,
  since: 'they were written',
  why: 'They hold whole mails, links included; whoever needs one longer copies it.',
}

function addNextAttempt(mail: StoredFailedEmail): FailedEmail {
  return { ...mail, nextAttemptAt: mail.claimed_at ?? (mail.due_at === NEVER_DUE ? null : mail.due_at) }
}

/** What the mail server said. Some repeat what they refuse, so whatever could be a secret of the mail's text is left out. */
function describeFailure(error: unknown, { body }: ClaimedEmail): string {
  return String(error)
    .replace(/[\w.~%-]{16,}/g, (run) => (body.includes(run) ? '\u2026' : run))
    .slice(0, 500)
}

/** How much a subject line takes, in characters. */
const MAX_SUBJECT = 150

/** For what people wrote, where a line break would let it pass for a line of ours. */
export function toSingleLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** A subject on one line that mail programs show. */
function formatSubject(text: string): string {
  const characters = [...toSingleLine(text)]
  return characters.length > MAX_SUBJECT ? `${characters.slice(0, MAX_SUBJECT - 1).join('')}\u2026` : characters.join('')
}

/** The text with what stands below every mail: who wrote it and how else to reach them. */
function appendSignature(text: string, { name, addresses: [address], phones, email }: Business): string {
  // The two dashes and a space let mail programs set it apart (RFC 3676, section 4.3).
  return [text, '', '-- ', name, address, ...phones, email].filter((line) => line !== undefined).join('\n')
}
