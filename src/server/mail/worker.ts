import { setTimeout as pause } from 'node:timers/promises'
import type { HandOver } from './hand-over.ts'
import type { MailLog } from './mail-log.ts'
import { type ClaimedMail, type MailStore, NEVER } from './store.ts'
import { attemptsBeforeGivingUp, pauseAfter, type Timing } from './timing.ts'

/** How many mails are handed over at a time. */
const BATCH = 5
/** The pause before the outcome of a hand-over is written down again where the database refused it, in ms. */
const PERSIST_AGAIN = 1_000

type Parts = { store: MailStore; handOver: HandOver; log: MailLog; timing: Timing }

/** Hands over what is due, now and whenever it is woken. Nothing here is awaited by a request. */
export function createWorker({ store, handOver, log, timing }: Parts) {
  const mostAttempts = attemptsBeforeGivingUp(timing)
  const ending = new AbortController()
  let isActive = false
  let isAskedAgain = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    if (!isActive) return
    isAskedAgain = running !== undefined
    if (running) return
    clearTimeout(timer)
    running = drain()
      .catch((error: unknown) => log.problem(error, 'the outbox cannot be read'))
      .then(() => {
        running = undefined
        if (isAskedAgain) wake()
        else if (isActive) timer = setTimeout(wake, timing.poll).unref()
      })
  }

  async function drain(): Promise<void> {
    while (isActive && (await store.isAnyDue(Date.now()))) {
      await Promise.all((await store.claim(Date.now(), BATCH)).map(deliver))
    }
  }

  async function deliver(mail: ClaimedMail): Promise<void> {
    const over = performance.now() + timing.lease
    try {
      await handOver(mail, AbortSignal.any([ending.signal, AbortSignal.timeout(timing.deadline)]))
    } catch (error) {
      // Cut short by our own end: nobody knows how far it came, so its time runs out before another attempt.
      if (!ending.signal.aborted) await fail(mail, error, over)
      return
    }
    await persist(mail, over, () => store.markSent(mail, Date.now()))
  }

  async function fail(mail: ClaimedMail, error: unknown, over: number): Promise<void> {
    const isOver = mail.attempts >= mostAttempts && Date.now() - mail.created_at >= timing.giveUpAfter
    const reason = reasonOf(error, mail)
    log.problem(
      reason,
      isOver ? `mail ${mail.id} could not be delivered and is given up` : `mail ${mail.id} waits for another attempt`,
    )
    const dueAt = isOver ? NEVER : Date.now() + pauseAfter(mail.attempts, timing)
    await persist(mail, over, () => store.markFailed(mail, dueAt, reason))
  }

  /** Mail that was accepted must not go out again because the database was busy; `over` is when our time for it ends. */
  async function persist(mail: ClaimedMail, over: number, write: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await write()
        return
      } catch (error) {
        log.problem(error, `the outcome of mail ${mail.id} cannot be written down`)
        if (ending.signal.aborted || performance.now() > over) return
        await pause(PERSIST_AGAIN)
      }
    }
  }

  return {
    wake,
    start(): void {
      isActive = true
      wake()
    },
    async close(): Promise<void> {
      isActive = false
      clearTimeout(timer)
      if (!running) return
      await Promise.race([running, pause(timing.farewell, undefined, { ref: false })])
      ending.abort()
      await running
    },
  }
}

/** What the mail server said. Some repeat what they refuse, so whatever could be a secret of the mail's text is left out. */
function reasonOf(error: unknown, { body }: ClaimedMail): string {
  return String(error)
    .replace(/[\w.~%-]{16,}/g, (run) => (body.includes(run) ? '\u2026' : run))
    .slice(0, 500)
}
