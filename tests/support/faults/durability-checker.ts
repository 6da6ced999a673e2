import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../../src/server/config/config.ts'
import { openDatabase } from '../../../src/server/platform/db/open-database.ts'
import { createCookieJar } from '../cookie-jar.ts'
import { startFakePayPal } from '../fake-paypal.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { PAYEE_EMAIL, standardPackage } from '../site-with-paypal.ts'
import { adminEmail, customerEmail, password } from '../test-app.ts'
import { findInconsistencies } from './consistency-rules.ts'
import { type CallApi, type PreparedWrite, type WriteKindName, writeKinds } from './write-kinds.ts'

/**
 * What is known of a write: it was acknowledged; it was refused with the word that nothing was saved; or nobody was
 * told, or only that it is not known.
 */
type WriteOutcome = 'acknowledged' | 'not saved' | 'unknown'

type Write = PreparedWrite & { kind: WriteKindName; key: string; outcome: WriteOutcome; isSentAgain: boolean; at: string }

/** Under which key, to which of several processes, and how. */
type SendOptions = { key?: string | undefined; at?: string | undefined; method?: string }

/** What a program of faults is judged by; the lists are empty where all is well. */
export type DurabilityVerdict = {
  acknowledged: number
  /** How many of them of each kind, in words. */
  byKind: string
  /** Nobody was told, and nobody tried again: there at most once. */
  unanswered: number
  lost: string[]
  doubled: string[]
  /** There, although its client was told that nothing was saved. */
  denied: string[]
  /** What else is wrong in the database, or was answered. */
  wrong: string[]
}

/** How long a client pauses that was refused or not answered, in ms. */
const PAUSE_AFTER_FAILURE = 20
/** How often somebody tries again who was not answered, on a site that is well. */
const MAX_RETRIES = 20
/** How long an answer may take before nobody is taken to have been told, in ms. */
const REPLY_TIMEOUT = 20_000

/**
 * Clients of a site who write down what they were told of each write, over all kinds of writes; afterwards everything
 * acknowledged has to be there once, and everything that nobody was told of once at most. `settings` are the variables
 * of the site, which is whatever process answers at `origin` just then.
 */
export async function startDurabilityChecker(environment: Record<string, string>, origin: string) {
  const paypal = await startFakePayPal({ deliver: async () => 0 })
  const settings: Record<string, string> = {
    ...environment,
    ...paypal.environment(),
    PORT: new URL(origin).port,
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'fatal',
  }
  const cookies: Record<PreparedWrite['as'], string> = { anonymous: '', customer: '', admin: '' }
  const names = (Object.keys(writeKinds) as WriteKindName[]).flatMap((name) =>
    Array<WriteKindName>(writeKinds[name].share).fill(name),
  )
  const random = createSeededRandom(20_261_122)
  const writes: Write[] = []
  const wrong = new Set<string>()
  let marks = 0
  let refusals = 0
  let slowestReply = 0
  let isClosed = false

  function send(
    { path, as, body }: Omit<PreparedWrite, 'mark'>,
    { key, at = origin, method = 'POST' }: SendOptions = {},
  ): Promise<Response> {
    const isForm = body instanceof FormData
    const headers = {
      cookie: cookies[as],
      ...(Buffer.isBuffer(body) && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(!Buffer.isBuffer(body) && !isForm && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': `"${key}"` }),
    }
    const sent = isForm ? body : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body)
    return fetch(at + path, { method, headers, body: sent, signal: AbortSignal.timeout(REPLY_TIMEOUT) })
  }

  const callApi: CallApi = async (method, path, as, body = {}) => {
    const reply = await send({ path: `/api${path}`, as, body }, { method }).catch(() => undefined)
    return reply?.ok ? ((await reply.json().catch(() => undefined)) as Record<string, never> | undefined) : undefined
  }

  /** Sends a write, perhaps once more, and writes down what is known of it then. */
  async function sendAndRecord(write: Write): Promise<WriteOutcome> {
    const { kind, path, key, at } = write
    const startedAt = performance.now()
    try {
      const reply = await send(write, { at, ...(writeKinds[kind].deduplicatedBy === 'by its key' && { key }) })
      const text = await reply.text()
      if (reply.ok) write.outcome = 'acknowledged'
      else if (reply.status !== 503) wrong.add(`${path} answered ${reply.status}: ${text.slice(0, 200)}`)
      else {
        refusals++
        if (text.includes('Nothing was saved')) write.outcome = 'not saved'
      }
      if (reply.status === 503 && !reply.headers.has('retry-after')) wrong.add(`${path} answered 503 without Retry-After`)
    } catch {
      // Nothing was heard: what is known of it stays as it was.
    }
    slowestReply = Math.max(slowestReply, performance.now() - startedAt)
    return write.outcome
  }

  async function sendRandomWrite(at: string): Promise<WriteOutcome | undefined> {
    const kind = names[random(names.length)] ?? 'content'
    const mark = `mark${String(++marks).padStart(7, '0')}`
    const sendable = await writeKinds[kind].prepare(mark, callApi, paypal)
    if (!sendable) return undefined
    const write: Write = { ...sendable, kind, key: mark, outcome: 'unknown', isSentAgain: false, at }
    writes.push(write)
    return sendAndRecord(write)
  }

  const countByOutcome = (outcome: WriteOutcome) => writes.filter((write) => write.outcome === outcome).length

  return {
    settings,
    paypal,
    send,
    /** What the browser of one of them carries. */
    getCookie: (as: PreparedWrite['as']) => cookies[as],
    ask: callApi,
    acknowledged: () => countByOutcome('acknowledged'),
    /** Those of them that one process took. */
    countAcknowledgedAt: (at: string) => writes.filter((write) => write.at === at && write.outcome === 'acknowledged').length,
    /** What has to be there from now on, for `verdict`. */
    listAcknowledgedWrites: () => writes.filter(({ outcome }) => outcome === 'acknowledged'),
    /** How often somebody was answered 503: that nothing was saved, or that nobody knows. */
    countRefusals: () => refusals,
    /** The time of the slowest answer to a write, in ms. */
    slowestReply: () => slowestReply,

    /** Signs people in, and says what is sold and who is paid; to be called once, while a site answers. */
    async setUp(): Promise<void> {
      await callApi('POST', '/register', 'anonymous', { email: customerEmail, password })
      for (const [as, email] of Object.entries({ customer: customerEmail, admin: adminEmail })) {
        const jar = createCookieJar()
        const reply = await send({ path: '/api/sign-in', as: 'anonymous', body: { email, password } })
        if (!reply.ok) throw new Error(`${email} cannot log in: ${await reply.text()}`)
        jar.storeCookies(reply.headers.getSetCookie())
        cookies[as as PreparedWrite['as']] = jar.header()
      }
      for (const [path, body] of Object.entries({ '/add-pricing': standardPackage, '/add-email': { paypalEmail: PAYEE_EMAIL } }))
        if (!(await callApi('POST', path, 'admin', body))) throw new Error(`${path} was refused`)
    },

    /** Lets so many people write, each to one of the processes, until they are told to stop; in trouble they go on. */
    load(people: number, origins: readonly string[] = [origin]): { stop: () => Promise<void> } {
      let isStopped = false
      const clients = Array.from({ length: people }, async (_, nth) => {
        const at = origins[nth % origins.length] ?? origin
        while (!isStopped && !isClosed) if ((await sendRandomWrite(at)) !== 'acknowledged') await pause(PAUSE_AFTER_FAILURE)
      })
      return {
        async stop() {
          isStopped = true
          await Promise.all(clients)
        },
      }
    },

    /**
     * What people do who were not answered: one half tries again until it is, under the same key, the other half leaves
     * it. A payment provider always tries again.
     */
    async retryUnacknowledged(): Promise<void> {
      const open = writes.filter(({ outcome, isSentAgain }) => outcome !== 'acknowledged' && !isSentAgain)
      for (const write of open) {
        write.isSentAgain = true
        if (write.kind !== 'notice' && random(2) === 0) continue
        let outcome: WriteOutcome = write.outcome
        for (let left = MAX_RETRIES; left > 0 && outcome !== 'acknowledged'; left--) {
          outcome = await sendAndRecord(write)
          if (outcome !== 'acknowledged') await pause(PAUSE_AFTER_FAILURE)
        }
        if (outcome !== 'acknowledged') wrong.add(`${write.path} was not taken though it was sent again and again`)
      }
    },

    /** Settles once every notice that was kept has been read, on the site or on a copy of it. */
    async waitUntilNoticesRead(within: number, copy: Record<string, string> = {}): Promise<void> {
      const { read, close } = await openDatabase(readConfig({ ...settings, ...copy }))
      const deadline = Date.now() + within
      const isAnyLeft = () => read.selectFrom('payment_notice').select('id').where('state', '=', 'waiting').executeTakeFirst()
      while ((await isAnyLeft()) && Date.now() < deadline) await pause(100)
      await close()
    },

    /** Frees at once what a process that died had claimed: its time, which is a minute, is over. */
    async expireClaims(): Promise<void> {
      const { main, close } = await openDatabase(readConfig(settings))
      await main
        .updateTable('payment_notice')
        .set({ due_at: Date.now(), claimed_at: null })
        .where('state', '=', 'waiting')
        .execute()
      await close()
    },

    /**
     * Compares what clients were told with what is stored; nothing may be written meanwhile. Of a copy of the site its own
     * variables, and what was due when it was made.
     */
    async verdict(copy: Record<string, string> = {}, due?: readonly Write[]): Promise<DurabilityVerdict> {
      const { read, close } = await openDatabase(readConfig({ ...settings, ...copy }))
      const countByMark = new Map<string, number>()
      for (const kind of Object.values(writeKinds))
        for (const mark of await kind.listStoredMarks(read)) countByMark.set(mark, (countByMark.get(mark) ?? 0) + 1)
      await close()
      const countStored = ({ mark }: Write) => countByMark.get(mark) ?? 0
      const describeWrites = (some: readonly Write[]) => some.map(({ kind, mark }) => `${kind} ${mark}`)
      const acknowledged = writes.filter(({ outcome }) => outcome === 'acknowledged')
      return {
        acknowledged: acknowledged.length,
        byKind: [...Map.groupBy(acknowledged, ({ kind }) => kind)].map(([kind, all]) => `${kind} ${all.length}`).join(', '),
        unanswered: countByOutcome('unknown'),
        lost: describeWrites((due ?? acknowledged).filter((write) => countStored(write) === 0)),
        doubled: describeWrites(writes.filter((write) => countStored(write) > 1)),
        denied: describeWrites(writes.filter((write) => write.outcome === 'not saved' && countStored(write) > 0)),
        wrong: [...wrong, ...(await findInconsistencies({ ...settings, ...copy }))],
      }
    },

    /** Ends what its clients still do, too. */
    async close(): Promise<void> {
      isClosed = true
      await paypal.close()
    },
  }
}
