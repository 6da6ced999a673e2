import { mkdir, opendir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { QueueTiming } from '#platform/queue/queue.ts'
import type { Config } from '../config/config.ts'
import type { RenderedEmail } from './render-email.ts'
import type { ClaimedOutboxEmail } from './store.ts'

export type PdfAttachment = { name: string; pdf: Uint8Array }

type EmailToSend = Pick<ClaimedOutboxEmail, 'id' | 'recipient' | 'subject' | 'created_at'> &
  RenderedEmail & {
    /** Instead of the name in MAIL_FROM. */
    senderName: string | undefined
    logo: Buffer | undefined
    files: readonly PdfAttachment[]
  }

/** Names the logo inside the email (RFC 2392). Programs show such an image without asking, and load nothing for it. */
export const LOGO_CONTENT_ID = 'logo@site'

/** Sends one email. Throws if sending failed or if the outcome is unknown. */
type MailTransport = (mail: EmailToSend, signal: AbortSignal) => Promise<void>

/** Sends through the mail server at `url`. Each step has a time limit. */
export function createSmtpTransport(url: string, from: string, { connect, silence }: MailTiming): MailTransport {
  const timeouts = { connectionTimeout: connect, greetingTimeout: connect, dnsTimeout: connect, socketTimeout: silence }
  return async (mail, signal) => {
    const transport = (await loadMailer()).createTransport({ url, ...timeouts })
    await transport.sendMail({ ...buildMessage(mail, from), signal })
  }
}

/**
 * Returns whether the server refused this email for good (RFC 5321, 4.2.1): a 5xx reply to its recipient or its text, or a
 * 552 for its size. Any other 5xx concerns our log-in, our sender or the server, so the email waits.
 */
export function isEmailRefused(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
  if (command === 'MAIL FROM') return responseCode === 552
  return (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500 && responseCode < 600
}

/** Connects and logs in to the mail server. Returns the error, if any. Sends nothing. `timeout` is in ms. */
export async function verifyMailServer(url: string, timeout: number): Promise<{ code?: string } | undefined> {
  const timeouts = { connectionTimeout: timeout, greetingTimeout: timeout, dnsTimeout: timeout, socketTimeout: timeout }
  const transport = (await loadMailer()).createTransport({ url, ...timeouts })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return error as { code?: string }
  } finally {
    transport.close()
  }
}

/** The name of a finished email file. An unfinished file has the suffix `.part`. */
export const MAIL_FILE_PATTERN = /^[\w-]+\.eml$/

/** Returns the folder for emails that become files. */
export function getEmailFilesFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}

/**
 * Writes each email to a file that any email program opens, for sites without a mail server. Prints a line per email.
 * Under https the line omits the link: others may read the log, and the link may log them in.
 */
export function createFileTransport(
  { dataDir, mailFrom, origins: [origin] }: Config,
  print: (line: string) => void,
): MailTransport {
  const folder = getEmailFilesFolder(dataDir)
  return async (mail) => {
    const composer = (await loadMailer()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await composer.sendMail(buildMessage(mail, mailFrom))
    const path = join(folder, `${mail.id}.eml`)
    await makeFolder(folder)
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
    await rename(`${path}.part`, path)
    const link = origin.startsWith('https:') ? undefined : /https?:\/\/\S+/.exec(mail.text)?.[0]
    print(`Mail to ${mail.recipient}: ${mail.subject}${link ? `  ${link}` : ''}  (${path})`)
  }
}

/** Removes email files that are older than `before` (epoch ms). */
export async function deleteOldMailFiles(dataDir: string, before: number): Promise<void> {
  await visitMailFiles(dataDir, async (path) => {
    if ((await stat(path)).mtimeMs < before) await unlink(path)
  })
}

/** Deletes the email files about these orders, because they quote their messages. Leaves those with an invoice. */
export async function deleteMailFilesAboutOrders(dataDir: string, orderIds: readonly string[]): Promise<void> {
  await visitMailFiles(dataDir, async (path) => {
    const source = await readFile(path, 'latin1')
    // Joins the lines of quoted-printable parts (RFC 2045, section 6.7) and decodes the others.
    const decoded = source.split(/\r?\n\r?\n/).map((part) => Buffer.from(part, 'base64').toString('latin1'))
    const text = source.replace(/=\r?\n/g, '') + decoded.join('\n')
    if (orderIds.some((id) => text.includes(id)) && !source.includes('application/pdf')) await unlink(path)
  })
}

/** Visits each email file. An unfinished one may get its final name meanwhile, so that name is visited too. */
async function visitMailFiles(dataDir: string, visit: (path: string) => Promise<void>): Promise<void> {
  const folder = getEmailFilesFolder(dataDir)
  const files = await opendir(folder).catch(() => undefined)
  if (!files) return
  for await (const { name } of files) {
    const finishedName = name.replace(/\.part$/, '')
    if (!MAIL_FILE_PATTERN.test(finishedName)) continue
    for (const current of new Set([name, finishedName]))
      await visit(join(folder, current)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
  }
}

/** Loads the email library on first use (decision 32). */
function loadMailer() {
  return import('nodemailer')
}

/** Creates the folder. Its parent already exists. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Builds the same bytes at each attempt. A receiver recognizes a repetition by the Message-ID. */
function buildMessage(email: EmailToSend, from: string) {
  const { id, recipient, subject, text, html, replyTo, unsubscribeUrl, logo, files, created_at, senderName } = email
  const { name: siteName, address } = parseSender(from)
  const [, domain = 'localhost'] = address.split('@')
  return {
    // As an object, so that no address or name can smuggle in a second address.
    from: { name: senderName ?? siteName, address },
    to: [{ name: '', address: recipient }],
    subject,
    text,
    html,
    attachments: [
      ...(logo ? [{ filename: 'logo.png', content: logo, contentType: 'image/png', cid: LOGO_CONTENT_ID }] : []),
      ...files.map(({ name, pdf }) => ({ filename: name, content: Buffer.from(pdf), contentType: 'application/pdf' })),
    ],
    baseBoundary: id,
    messageId: `<${id}@${domain}>`,
    date: new Date(created_at),
    ...(replyTo && { replyTo: [{ name: '', address: replyTo }] }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Splits MAIL_FROM: an address, alone or in angle brackets after a name. */
function parseSender(from: string): { name: string; address: string } {
  const addressStart = from.lastIndexOf('<')
  if (addressStart < 0) return { name: '', address: from }
  const name = from.slice(0, addressStart).trim()
  const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"')
  return { name: isQuoted ? name.slice(1, -1) : name, address: from.slice(addressStart + 1, from.lastIndexOf('>')) }
}

const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** The outbox's timing, and the mail server's limits for connecting and for silence, in ms. */
export const MAIL_QUEUE_TIMING = {
  poll: 5 * SECOND,
  lease: 300 * SECOND,
  deadline: 120 * SECOND,
  firstWait: 600 * SECOND,
  connect: 10 * SECOND,
  silence: 30 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: HOUR,
  giveUpAfter: 73 * HOUR,
  closeWithin: 3 * SECOND,
} satisfies QueueTiming & { connect: number; silence: number }

type MailTiming = typeof MAIL_QUEUE_TIMING
