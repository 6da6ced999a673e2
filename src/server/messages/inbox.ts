import type { InputOf } from '../../contract/endpoint.ts'
import type { addMessage } from '../../contract/messages.ts'
import { isEmail } from '../../contract/text.ts'
import type { Database } from '../db/db.ts'
import type { Tx } from '../db/write.ts'
import type { Mail } from '../mail/mail.ts'
import { createFormNotes } from './form-notes.ts'
import { notificationMail } from './notification.ts'
import { createMessageStore, type StoredMessage } from './store.ts'

export type Parts = {
  database: Database
  mail: Mail
  /** For signing what forms carry; the same in every process. */
  formSecret: string
  /** Whom to tell of a message. */
  adminEmails: (tx: Tx) => Promise<string[]>
  /** The site's address, for links. */
  origin: string
}

/** What nearly all unwanted messages are for. */
const WEB_ADDRESS = /\bhttps?:|\bwww\./i

export type Inbox = ReturnType<typeof createInbox>

/** Where messages come in: stored first, told by mail second. */
export function createInbox({ database, mail, formSecret, adminEmails, origin }: Parts) {
  const store = createMessageStore(database)
  const notes = createFormNotes(formSecret)

  async function tellAdmins(tx: Tx, message: StoredMessage): Promise<void> {
    if (message.place !== 'inbox') return
    for (const to of (await adminEmails(tx)).filter(isEmail)) await mail.post(tx, notificationMail(message, to, origin))
  }

  /** What looks like a program's work is kept apart, not dropped: the rules may be wrong. */
  function isSpam(trap: string, note: string, text: string): boolean {
    const use = note === '' ? 'plausible' : notes.judge(note)
    // Browsers fill in forms for people, and faster than they do; but those have nothing to advertise.
    return trap.trim() !== '' || use === 'forged' || (use === 'hasty' && WEB_ADDRESS.test(text))
  }

  return {
    store,
    notes,
    async receive({ website, form = '', ...written }: InputOf<typeof addMessage>['body']): Promise<StoredMessage> {
      const { name, email, number, subject, message: body } = written
      const place = isSpam(website, form, [name, subject, body].join('\n')) ? 'spam' : 'inbox'
      const stored = await store.add({ name, email, number, subject, body, place, note: form }, tellAdmins)
      mail.wake()
      return stored
    },
  }
}
