import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { removeInvisibleCharacters } from '#contract/core/remove-invisible-characters.ts'
import { isEmail } from '#contract/core/text-schemas.ts'
import { UserError } from '#contract/core/user-error.ts'
import { listMailProblemsEndpoint, type MailProblem, retryEmailEndpoint } from '#contract/operations/mail.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ModuleLog } from '#platform/log/module-log-types.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { createJobQueue, NEVER_DUE } from '#platform/queue/queue.ts'
import { recordAuditEntry } from '../audit-log/audit-log.ts'
import type { Config } from '../config/config.ts'
import type { InvoiceAttachment, LinkInEmail, OutgoingEmail } from './define-email.ts'
import { createEmailTemplateHandlers, describeLogo } from './email-templates.ts'
import { renderEmail } from './render-email.ts'
import { formatSubject, toSingleLine } from './shared-email-parts.ts'
import {
  type ClaimedOutboxEmail,
  deleteUnsentEmail,
  deleteUnsentEmailsWithText,
  emailQueueTable,
  insertEmail,
  isEmailUnsent,
  listEmailsWithFailedAttempt,
  markEmailSent,
  type NewEmail,
  permanentlyFailedEmailCondition,
  recordEmailFailure,
  replaceUnsentEmail,
  rescheduleFailedEmail,
  type StoredFailedEmail,
} from './store.ts'
import {
  createFileTransport,
  createSmtpTransport,
  deleteMailFilesAboutOrders,
  deleteOldMailFiles,
  isEmailRefused,
  LOGO_CONTENT_ID,
  MAIL_QUEUE_TIMING,
  type PdfAttachment,
} from './transport.ts'

export { defineEmail, type EmailBlock, type InvoiceAttachment, type LinkInEmail, type OutgoingEmail } from './define-email.ts'
export { toSingleLine } from './shared-email-parts.ts'
export { getEmailFilesFolder, MAIL_FILE_PATTERN, verifyMailServer } from './transport.ts'

export type MailService = ModuleFunctions<typeof createMailModule>

type Dependencies = {
  database: Database
  config: Config
  log: ModuleLog
  /** Loads the business for the signature. Runs when an email goes out, so that `enqueue` stays one statement. */
  loadBusiness: (db: DatabaseReader) => Promise<BusinessFacts>
  /** Loads an attachment when its email goes out. */
  loadAttachment?: (attachment: InvoiceAttachment) => Promise<PdfAttachment | undefined>
  /** Returns the image at this URL as PNG, or undefined if it isn't in the library. */
  loadLogo?: (url: string) => Promise<Buffer | undefined>
  /** Returns the person who writes to the customer about this order, if there is one (P-356). */
  findContactName?: (db: DatabaseReader, orderId: string) => Promise<string | undefined>
  timing?: typeof MAIL_QUEUE_TIMING
}

/** What the outbox stores as JSON. Both parts are rendered from it when the email goes out. */
type StoredBody = Omit<OutgoingEmail, 'to' | 'subject'>

/** The page of an order, which each email to a customer about it links. */
const ORDER_PAGE = /^\/my-order\/([\w-]+)/

/** How many emails one process sends at a time. */
const MAX_CONCURRENT = 5

/** Creates an outbox in the database. Every process sends its emails and retries failed ones. */
export function createMailModule({
  database,
  config,
  log,
  loadBusiness,
  loadAttachment,
  loadLogo,
  findContactName,
  timing = MAIL_QUEUE_TIMING,
}: Dependencies) {
  const [origin] = config.origins
  const transport = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, config.mailFrom, timing)
    : createFileTransport(config, log.line)
  const queue = createJobQueue<ClaimedOutboxEmail>({
    database,
    table: emailQueueTable,
    timing,
    name: 'mail',
    problem: log.problem,
    maxConcurrent: MAX_CONCURRENT,
    isRepeatable: false,
    describeFailure: undefined,
    work: async ({ body, ...envelope }, signal) => {
      const { audience, attachment, ...content } = JSON.parse(body) as StoredBody
      const business = await loadBusiness(database.read)
      const logo = await loadLogo?.(business.logo ?? '')
      const options = { business, origin, audience, logo: logo && describeLogo(logo, `cid:${LOGO_CONTENT_ID}`) }
      const parts = renderEmail({ ...content, subject: envelope.subject }, options)
      const file = attachment && (await loadAttachment?.(attachment))
      const [, orderId] = (audience === 'customer' && ORDER_PAGE.exec(content.action?.path ?? '')) || []
      const contactName = orderId && (await findContactName?.(database.read, orderId))
      const senderName = contactName ? toSingleLine(`${contactName}, ${business.name}`) : undefined
      await transport({ ...envelope, ...parts, senderName, logo, files: file ? [file] : [] }, signal)
    },
    saveOutcome: markEmailSent,
    onFailure: (email, error, isGivenUp) => {
      const reason = describeFailure(error, email)
      const consequence = isGivenUp ? 'could not be delivered, and the server gives up' : 'waits for another attempt'
      log.problem(reason, `email ${email.id} ${consequence}`)
      return (tx) => recordEmailFailure(tx, email, reason)
    },
    isPermanent: isEmailRefused,
    getCreatedAt: ({ created_at }) => created_at,
  })
  const mail = {
    /**
     * Adds an email to the outbox in the caller's transaction and returns its id. No process sends it before `delay` ms
     * have passed. Throws for a delay above `firstWait`, which the queue would take for a wrong clock's. Call `wake` after
     * the commit.
     */
    async enqueue(tx: Tx, email: OutgoingEmail, delay = 0) {
      if (delay > timing.firstWait) throw new Error(`An email waits at most ${timing.firstWait} ms, not ${delay}.`)
      return insertEmail(tx, toNewEmail(email), delay)
    },
    /** Replaces an email that no process has tried to send. It goes out when the former one would. Returns false if it is too late. */
    replaceUnsent: (tx: Tx, id: string, email: OutgoingEmail) => replaceUnsentEmail(tx, id, toNewEmail(email)),
    /** Deletes an unsent email. Returns whether it was sent: `maybe` while a process sends it, or after a failed attempt. */
    async cancel(tx: Tx, id: string) {
      const deletedEmail = await deleteUnsentEmail(tx, id)
      if (deletedEmail) return deletedEmail.attempts === 0 ? 'unsent' : 'maybe'
      return (await isEmailUnsent(tx, id)) ? 'maybe' : 'sent'
    },
    /** Deletes the unsent emails about these orders, because they quote messages. Call `deleteFilesAboutOrders` after the commit. */
    async deleteUnsentAboutOrders(tx: Tx, orderIds: readonly string[]) {
      for (const id of orderIds) await deleteUnsentEmailsWithText(tx, id)
    },
    /** Deletes the unsent emails that link this page. Returns the recipients of those that no process has tried to send. */
    deleteUnsentWithLink: (tx: Tx, path: LinkInEmail['path']) =>
      deleteUnsentEmailsWithText(tx, JSON.stringify({ path }).slice(1, -1)),
    deleteFilesAboutOrders: (orderIds: readonly string[]) => deleteMailFilesAboutOrders(config.dataDir, orderIds),
    /** Returns the plain text of an email as it would go out now. */
    async renderText({ audience, ...content }: OutgoingEmail) {
      return renderEmail(content, { business: await loadBusiness(database.read), origin, audience }).text
    },
    /** Sends waiting emails soon. Returns immediately. */
    wake: queue.wake,
  }

  const handlers = [
    defineHandler(listMailProblemsEndpoint, async ({ query }) => {
      const { records, total } = await listEmailsWithFailedAttempt(database.read, query)
      return { records: records.map(serializeMailProblem), total }
    }),

    // Sends a failed email again now.
    defineHandler(retryEmailEndpoint, async ({ params }, { person }) => {
      const failedEmail = await database.write(async (tx) => {
        const email = await rescheduleFailedEmail(tx, params.id, Date.now())
        if (!email) throw new UserError(404, 'There’s no such email, or it was already delivered.')
        await recordAuditEntry(tx, { actor: person.email, action: 'mail.retried', subject: email.recipient })
        return email
      })
      queue.wake()
      return { message: 'Sending the email again', record: serializeMailProblem(failedEmail) }
    }),

    ...createEmailTemplateHandlers({ read: database.read, loadBusiness, loadLogo, origin }),
  ]

  return {
    ...mail,
    name: 'mail',
    handlers,
    dataTables: ['email_outbox'],
    erasePerson: 'Unsent emails about orders go with the orders. A sent email keeps no text.',
    exportPerson: 'Emails repeat what orders and messages say.',
    retention: {
      ...mailRetention,
      'mail-files': { ...mailFilesRetention, removeFiles: (before) => deleteOldMailFiles(config.dataDir, before) },
    },
    queues: [queue],
    start: queue.start,
    close: queue.close,
  } satisfies ServerModule
}

function toNewEmail({ to, subject, ...body }: OutgoingEmail): NewEmail {
  // Earlier versions stored addresses with invisible characters.
  const recipient = removeInvisibleCharacters(to)
  const replyTo = body.replyTo === undefined ? undefined : removeInvisibleCharacters(body.replyTo)
  if (!isEmail(recipient)) throw new Error('An email needs exactly one recipient.')
  if (replyTo !== undefined && !isEmail(replyTo)) throw new Error('An email needs exactly one reply address.')
  const storedBody: StoredBody = { ...body, ...(replyTo && { replyTo }) }
  return { recipient, subject: formatSubject(subject), body: JSON.stringify(storedBody) }
}

const mailRetention: ServerModule['retention'] = {
  'sent-mail': {
    what: 'Recipient and subject of a sent email. Its text is deleted as soon as it is sent',
    days: 90,
    since: 'sending',
    why: 'Three months are enough to answer "I never got it".',
    rows: { table: 'email_outbox', key: ['id'], at: 'sent_at' },
  },
  'failed-mail': {
    what: 'Emails that could not be delivered',
    days: 180,
    since: 'they were written',
    why: 'The owner can send them again until then.',
    rows: { table: 'email_outbox', key: ['id'], at: 'created_at', extraCondition: permanentlyFailedEmailCondition },
  },
}

const mailFilesRetention = {
  what: 'Email files in DATA_DIR/mail, which a site without a mail server writes',
  days: 30,
  since: 'they were written',
  why: 'They hold whole emails with their links. Copy a file to keep it longer.',
}

/** `nextAttemptAt` is null if the server has given up. */
function serializeMailProblem({ id, recipient, subject, attempts, last_error, ...email }: StoredFailedEmail): MailProblem {
  const nextAttemptAt = email.claimed_at ?? (email.due_at === NEVER_DUE ? null : email.due_at)
  return { _id: id, to: recipient, subject, attempts, error: last_error ?? '', nextAttemptAt }
}

/** Returns the mail server's error. Replaces parts of the email's text, because a server may repeat secrets from it. */
function describeFailure(error: unknown, { body }: ClaimedOutboxEmail): string {
  return String(error)
    .replace(/[\w.~%-]{16,}/g, (run) => (body.includes(run) ? '\u2026' : run))
    .slice(0, 500)
}
