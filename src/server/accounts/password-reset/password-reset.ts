import { Refusal } from '../../../contract/refusal.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Database } from '../../db/db.ts'
import type { Tx } from '../../db/write.ts'
import type { Mail } from '../../mail/mail.ts'
import { hashOf, newCode } from '../../secrets/secrets.ts'
import type { Hash } from '../hashing.ts'
import { passwordChangedMail, resetMail } from '../mails.ts'
import { confirmEmail, endAllSessions, findAccountByEmail, setPassword } from '../store.ts'
import { findLink, insertLink, insertRequest, takeLinks, takeRequest, waitingRequests } from './store.ts'

/** How long a request waits at least and at most, and how often is looked for those of a process that ended, in ms. */
const SHORTEST = 50
const LONGEST = 500
const POLL = 5_000

const SPENT = 'This link was used already or has expired. Ask for a new one.'

export type PasswordReset = ReturnType<typeof createPasswordReset>

type Parts = {
  database: Database
  mail: Mail
  hash: Hash
  origin: string
  problem: (error: unknown, sentence: string) => void
}

/**
 * A new password by a mailed link. A request is stored and answered before anybody looks whether there is
 * such an account: what was not done yet cannot be measured, and what is stored outlives the process. The
 * work begins after a random pause, so that it cannot be seen in the next answer either.
 */
export function createPasswordReset({ database, mail, hash, origin, problem }: Parts) {
  const { read, write, type } = database
  let isClosed = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function lookAfter(pause: number): void {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(look, pause).unref()
  }

  function look(): void {
    running = carryOutAll()
      .catch((error: unknown) => problem(error, 'requests for a new password wait: they cannot be carried out'))
      .then(() => {
        running = undefined
        lookAfter(POLL)
      })
  }

  async function carryOutAll(): Promise<void> {
    for (;;) {
      const ids = await waitingRequests(read)
      if (ids.length === 0 || isClosed) return
      for (const id of ids) await write((tx) => carryOut(tx, id))
      mail.wake()
    }
  }

  /** Request, link and mail change in one transaction: none of them is lost or doubled, whenever the process ends. */
  async function carryOut(tx: Tx, id: string): Promise<void> {
    const email = await takeRequest(tx, id)
    const account = email === undefined ? undefined : await findAccountByEmail(tx, email)
    if (!account) return
    const token = newCode()
    await insertLink(tx, hashOf(token), account.id)
    await mail.post(tx, resetMail(account.email, `${origin}/reset?token=${token}`))
  }

  return {
    async ask(email: string): Promise<void> {
      await write((tx) => insertRequest(tx, email))
      if (!running) lookAfter(SHORTEST + Math.random() * (LONGEST - SHORTEST))
    },

    /** Sets the password, once; ends every session and confirms the address. Answers whose it is. */
    async redeem(token: string, password: string): Promise<string> {
      const link = hashOf(token)
      // Before the costly hash too: a made-up link must cost next to nothing.
      if (!(await findLink(read, link))) throw new Refusal(400, SPENT)
      const hashed = await hash(password)
      const email = await write(async (tx) => {
        const owner = await findLink(tx, link)
        if (!owner || !(await takeLinks(tx, link, owner.userId))) throw new Refusal(400, SPENT)
        await setPassword(tx, type, owner.userId, hashed)
        // Whoever used the link reads the mailbox.
        await confirmEmail(tx, type, owner.userId)
        await endAllSessions(tx, owner.userId)
        await recordAudit(tx, { actor: owner.email, action: 'password.reset', subject: owner.email })
        await mail.post(tx, passwordChangedMail(owner.email, origin))
        return owner.email
      })
      mail.wake()
      return email
    },

    start: look,

    /** What waits is carried out after the next start. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
