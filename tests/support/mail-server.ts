import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { OutgoingEmail } from '#server/mail/mail.ts'
import { findFreePort } from './free-port.ts'

type ReceivedEmail = Email & { recipients: string[] }

/**
 * How the server treats emails. `repeating` quotes the email in its refusal. `breaking` accepts it and cuts the connection
 * before the reply.
 */
type MailServerBehavior = 'well' | 'refusing' | 'repeating' | 'breaking' | 'hanging' | Refusal

/** A reply code to one step of the delivery. */
export type Refusal = { step: 'greeting' | 'sender' | 'recipient' | 'text'; code: number }

export type MailServer = {
  url: string
  behavior: MailServerBehavior
  /** Emails in the order they arrived. */
  received: ReceivedEmail[]
  /** The number of attempted deliveries. */
  attempts: () => number
  close: () => Promise<void>
}

/** Starts a mail server on a free port of 127.0.0.1. */
export async function startMailServer(): Promise<MailServer> {
  let attempts = 0
  const received: ReceivedEmail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onConnect: (_session, callback) => callback(findRefusal('greeting')),
    onMailFrom(_address, _session, callback) {
      attempts += 1
      if (mailServer.behavior !== 'hanging') callback(findRefusal('sender'))
    },
    onRcptTo: (_address, _session, callback) => callback(findRefusal('recipient')),
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const refusal = findRefusal('text')
        if (refusal) {
          callback(refusal)
          return
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        if (mailServer.behavior === 'repeating') {
          callback(Object.assign(new Error(`Not that: ${mail.text?.replace(/\s+/g, ' ')}`), { responseCode: 554 }))
          return
        }
        received.push({ ...mail, recipients })
        if (mailServer.behavior !== 'breaking') callback(null)
      })
    },
  })
  function findRefusal(step: Refusal['step']): Error | null {
    const { behavior } = mailServer
    const refusal: MailServerBehavior = behavior === 'refusing' ? { step: 'sender', code: 451 } : behavior
    if (typeof refusal === 'string' || refusal.step !== step) return null
    return Object.assign(new Error('Not now'), { responseCode: refusal.code })
  }
  // A client that disconnects early is not a failure.
  server.on('error', () => {})
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    behavior: 'well',
    received,
    attempts: () => attempts,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mailServer
}

/** Returns an email with every kind of part, for tests of the outbox. */
export function buildTestEmail(subject: string): OutgoingEmail {
  return {
    to: 'person@example.com',
    audience: 'account',
    subject,
    heading: subject,
    intro: ['A line.'],
    action: { label: 'Go there', path: '/somewhere?a=b' },
  }
}

/** Returns the first URL in an email's text. */
export function extractLink(mail: ReceivedEmail | undefined): string {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error(`The email ${mail?.subject} has no link`)
  return link
}
