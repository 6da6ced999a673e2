import type { Business } from '../../contract/content/business.ts'
import type { Page } from '../../contract/grammar/paging.ts'
import { isEmail } from '../../contract/grammar/text.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../platform/db/db.ts'
import type { Reader } from '../platform/db/tables.ts'
import type { Tx } from '../platform/db/write.ts'
import type { Module } from '../platform/module.ts'
import { createQueue, NEVER } from '../platform/queue/queue.ts'
import { mailHandlers } from './handlers.ts'
import {
  type ClaimedMail,
  givenUp,
  insertMail,
  listFailedMail,
  makeDue,
  markSent,
  noteFailure,
  outbox,
  type FailedMail as StoredFailure,
} from './store.ts'
import { fileTransport, removeMailFiles, smtpTransport, TIMING } from './transport.ts'

export { MAIL_FILE, mailFolderIn, tryMailServer } from './transport.ts'

/** `line` is for whoever started the site, `problem` for the log. */
export type MailLog = { line: (text: string) => void; problem: (error: unknown, sentence: string) => void }

export type Outgoing = {
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
export type FailedMail = StoredFailure & { nextAttemptAt: number | null }

export type Mail = Module &
  Required<Pick<Module, 'start' | 'close' | 'queues'>> & {
    /** Puts mail into the outbox with the caller's transaction: it goes out if that is committed. Call `wake` afterwards. */
    post: (tx: Tx, mail: Outgoing) => Promise<void>
    /** Sends what waits, soon; returns at once. */
    wake: () => void
    /** Newest first. */
    failed: (page: { page: number; size: number }) => Promise<Page<FailedMail>>
    /** Sends a failed mail again, now, as `actor` asks; undefined where no such mail waits. */
    tryAgain: (id: string, actor: string) => Promise<FailedMail | undefined>
  }

type Parts = {
  database: Database
  config: Config
  log: MailLog
  /** Who signs. Asked when a mail goes out, so that posting one costs its caller a single statement. */
  readBusiness: (db: Reader) => Promise<Business>
  timing?: typeof TIMING
}

/** How many mails are handed over at a time. */
const CONCURRENT = 5

/** Mail that is never lost and never waited for: an outbox in the database, carried out by every process. */
export function createMail({ database, config, log, readBusiness, timing = TIMING }: Parts): Mail {
  const transport = config.smtpUrl ? smtpTransport(config.smtpUrl, config.mailFrom, timing) : fileTransport(config, log.line)
  const queue = createQueue<ClaimedMail>({
    database,
    table: outbox,
    timing,
    name: 'mail',
    problem: log.problem,
    concurrent: CONCURRENT,
    work: async (mail, signal) =>
      transport({ ...mail, body: withSignature(mail.body, await readBusiness(database.read)) }, signal),
    done: markSent,
    failed: (mail, error, isGivenUp) => {
      const reason = reasonOf(error, mail)
      const fate = isGivenUp ? 'could not be delivered and is given up' : 'waits for another attempt'
      log.problem(reason, `mail ${mail.id} ${fate}`)
      return (tx) => noteFailure(tx, mail, reason)
    },
    madeAt: ({ created_at }) => created_at,
  })
  const mail: Mail = {
    async post(tx, { to, subject, text, replyTo, unsubscribe }) {
      if (!isEmail(to)) throw new Error('Mail needs exactly one address to go to.')
      if (replyTo !== undefined && !isEmail(replyTo)) throw new Error('An answer needs exactly one address to go to.')
      await insertMail(tx, {
        recipient: to,
        subject: subjectLine(subject),
        body: text,
        reply_to: replyTo ?? null,
        unsubscribe: unsubscribe ?? null,
      })
    },
    async failed(page) {
      const { records, total } = await listFailedMail(database.read, page)
      return { records: records.map(withNextAttempt), total }
    },
    async tryAgain(id, actor) {
      const mail = await database.write(async (tx) => {
        const due = await makeDue(tx, id, Date.now())
        if (due) await recordAudit(tx, { actor, action: 'mail.retried', subject: due.recipient })
        return due
      })
      if (mail) queue.wake()
      return mail && withNextAttempt(mail)
    },
    wake: queue.wake,
    name: 'mail',
    handlers: () => mailHandlers(mail),
    dataTables: ['mail_outbox'],
    retention: {
      ...retention,
      'mail-files': { ...mailFiles, removeFiles: (before) => removeMailFiles(config.dataDir, before) },
    },
    queues: [queue],
    start: queue.start,
    close: queue.close,
  }
  return mail
}

const retention: Module['retention'] = {
  'sent-mail': {
    what: 'That a mail was sent, to whom and about what; its text goes as soon as it is sent',
    days: 90,
    since: 'it was sent',
    why: 'A quarter is enough to answer "I never got it".',
    rows: { table: 'mail_outbox', key: ['id'], at: 'sent_at' },
  },
  'failed-mail': {
    what: 'Mail that was given up',
    days: 180,
    since: 'it was written',
    why: 'The owner sees it and can try it again; after half a year nobody waits for it.',
    rows: { table: 'mail_outbox', key: ['id'], at: 'created_at', and: givenUp },
  },
}

const mailFiles = {
  what: 'The files that mail becomes in DATA_DIR/mail without a mail server',
  days: 30,
  since: 'they were written',
  why: 'They hold whole mails, links included; whoever needs one longer copies it.',
}

function withNextAttempt(mail: StoredFailure): FailedMail {
  return { ...mail, nextAttemptAt: mail.claimed_at ?? (mail.due_at === NEVER ? null : mail.due_at) }
}

/** What the mail server said. Some repeat what they refuse, so whatever could be a secret of the mail's text is left out. */
function reasonOf(error: unknown, { body }: ClaimedMail): string {
  return String(error)
    .replace(/[\w.~%-]{16,}/g, (run) => (body.includes(run) ? '\u2026' : run))
    .slice(0, 500)
}

/** How much a subject line takes, in characters. */
const MAX_SUBJECT = 150

/** For what people wrote, where a line break would let it pass for a line of ours. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** A subject on one line that mail programs show. */
function subjectLine(text: string): string {
  const characters = [...onOneLine(text)]
  return characters.length > MAX_SUBJECT ? `${characters.slice(0, MAX_SUBJECT - 1).join('')}\u2026` : characters.join('')
}

/** The text with what stands below every mail: who wrote it and how else to reach them. */
function withSignature(text: string, { name, addresses: [address], phones, email }: Business): string {
  // The two dashes and a space let mail programs set it apart (RFC 3676, section 4.3).
  return [text, '', '-- ', name, address, ...phones, email].filter((line) => line !== undefined).join('\n')
}
