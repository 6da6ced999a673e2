import { mkdir, opendir, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { QueueTiming } from '../platform/queue/queue.ts'
import type { ClaimedEmail } from './store.ts'

/** Gives one mail away; throws where that failed or is not known to have worked. */
export type MailTransport = (mail: ClaimedEmail, signal: AbortSignal) => Promise<void>

/** To the mail server at `url`, which has to answer in time at every step. */
export function createSmtpTransport(url: string, from: string, { connect, silence }: MailTiming): MailTransport {
  const timeouts = { connectionTimeout: connect, greetingTimeout: connect, dnsTimeout: connect, socketTimeout: silence }
  return async (mail, signal) => {
    const transport = (await loadMailer()).createTransport({ url, ...timeouts })
    await transport.sendMail({ ...buildMessage(mail, from), signal })
  }
}

/** Connects to the mail server at `url` and logs in, within so many ms; answers what went wrong. Nothing is sent. */
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

/** The name of a mail's file; while it is being written it has another one. */
export const MAIL_FILE_PATTERN = /^[\w-]+\.eml$/

/** Where mail lies that became files. */
export function getMailFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}

/**
 * Into a file that any mail program opens, for sites without a mail server. `print` gets a line for whoever started
 * the site; under https, where others read the log, without the link, which may let its reader in.
 */
export function createFileTransport(
  { dataDir, mailFrom, origins: [origin] }: Config,
  print: (line: string) => void,
): MailTransport {
  const folder = getMailFolder(dataDir)
  return async (mail) => {
    const composer = (await loadMailer()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await composer.sendMail(buildMessage(mail, mailFrom))
    const path = join(folder, `${mail.id}.eml`)
    await makeFolder(folder)
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
    await rename(`${path}.part`, path)
    const link = origin.startsWith('https:') ? undefined : /https?:\/\/\S+/.exec(mail.body)?.[0]
    print(`Mail to ${mail.recipient}: ${mail.subject}${link ? `  ${link}` : ''}  (${path})`)
  }
}

/** Removes the files of mail that were written before then, in epoch ms, one after the other. */
export async function removeMailFiles(dataDir: string, before: number): Promise<void> {
  const folder = getMailFolder(dataDir)
  const files = await opendir(folder).catch(() => undefined)
  if (!files) return
  for await (const { name } of files) {
    const path = join(folder, name)
    if (MAIL_FILE_PATTERN.test(name.replace(/\.part$/, '')) && (await stat(path)).mtimeMs < before) await unlink(path)
  }
}

/** The library that writes and sends mail, loaded with the first one (decision 32). */
function loadMailer() {
  return import('nodemailer')
}

/** The folder that it lies in is there since the start. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** The same bytes at every attempt: a receiver recognises a repetition by the Message-ID. */
function buildMessage({ id, recipient, subject, body, reply_to, unsubscribe, created_at }: ClaimedEmail, from: string) {
  const { name, address } = parseSender(from)
  const [, domain = 'localhost'] = address.split('@')
  return {
    // In parts: nothing in an address or a name is read as a second address.
    from: { name, address },
    to: [{ name: '', address: recipient }],
    subject,
    text: body,
    messageId: `<${id}@${domain}>`,
    date: new Date(created_at),
    ...(reply_to && { replyTo: [{ name: '', address: reply_to }] }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** MAIL_FROM in its parts: an address, alone or in angle brackets behind a name. */
function parseSender(from: string): { name: string; address: string } {
  const at = from.lastIndexOf('<')
  if (at < 0) return { name: '', address: from }
  const name = from.slice(0, at).trim()
  const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"')
  return { name: isQuoted ? name.slice(1, -1) : name, address: from.slice(at + 1, from.lastIndexOf('>')) }
}

const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** How the outbox takes its time, and how long the mail server may take to connect and to greet, and to be silent afterwards; all in ms. */
export const MAIL_TIMING = {
  poll: 5 * SECOND,
  lease: 300 * SECOND,
  deadline: 120 * SECOND,
  connect: 10 * SECOND,
  silence: 30 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: HOUR,
  giveUpAfter: 73 * HOUR,
  closeWithin: 3 * SECOND,
} satisfies QueueTiming & { connect: number; silence: number }

export type MailTiming = typeof MAIL_TIMING
