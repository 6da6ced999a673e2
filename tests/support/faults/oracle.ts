import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../../src/server/config/config.ts'
import { openDatabase } from '../../../src/server/platform/db/db.ts'
import { adminEmail, customerEmail, password } from '../app.ts'
import { cookieJar } from '../cookie-jar.ts'
import { PAYEE, standard } from '../paying-site.ts'
import { startPayPal } from '../paypal.ts'
import { randomFrom } from '../random.ts'
import { faultsIn } from './books.ts'
import { type Ask, type KindName, kinds, type Sendable } from './kinds.ts'

/**
 * What is known of a write: it was acknowledged; it was refused with the word that nothing was saved; or nobody was
 * told, or only that it is not known.
 */
type Known = 'acknowledged' | 'not saved' | 'unknown'

type Write = Sendable & { kind: KindName; key: string; known: Known; isSentAgain: boolean; at: string }

/** Under which key, to which of several processes, and how. */
type Sending = { key?: string | undefined; at?: string | undefined; method?: string }

/** What a program of faults is judged by; the lists are empty where all is well. */
export type Verdict = {
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
const AFTER_TROUBLE = 20
/** How often somebody tries again who was not answered, on a site that is well. */
const TRIES = 20
/** How long an answer may take before nobody is taken to have been told, in ms. */
const ANSWERED_WITHIN = 20_000

/**
 * Clients of a site who write down what they were told of each write, over all kinds of writes; afterwards everything
 * acknowledged has to be there once, and everything that nobody was told of once at most. `settings` are the variables
 * of the site, which is whatever process answers at `origin` just then.
 */
export async function startOracle(environment: Record<string, string>, origin: string) {
  const paypal = await startPayPal({ deliver: async () => 0 })
  const settings: Record<string, string> = {
    ...environment,
    ...paypal.environment(),
    PORT: new URL(origin).port,
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'fatal',
  }
  const cookies: Record<Sendable['as'], string> = { anonymous: '', customer: '', admin: '' }
  const names = (Object.keys(kinds) as KindName[]).flatMap((name) => Array<KindName>(kinds[name].share).fill(name))
  const random = randomFrom(20_261_122)
  const writes: Write[] = []
  const wrong = new Set<string>()
  let marks = 0
  let refusals = 0
  let slowest = 0
  let isClosed = false

  function send(
    { path, as, body }: Omit<Sendable, 'mark'>,
    { key, at = origin, method = 'POST' }: Sending = {},
  ): Promise<Response> {
    const isForm = body instanceof FormData
    const headers = {
      cookie: cookies[as],
      ...(Buffer.isBuffer(body) && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(!Buffer.isBuffer(body) && !isForm && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': `"${key}"` }),
    }
    const sent = isForm ? body : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body)
    return fetch(at + path, { method, headers, body: sent, signal: AbortSignal.timeout(ANSWERED_WITHIN) })
  }

  const ask: Ask = async (method, path, as, body = {}) => {
    const reply = await send({ path: `/api${path}`, as, body }, { method }).catch(() => undefined)
    return reply?.ok ? ((await reply.json().catch(() => undefined)) as Record<string, never> | undefined) : undefined
  }

  /** Sends a write, perhaps once more, and writes down what is known of it then. */
  async function tell(write: Write): Promise<Known> {
    const { kind, path, key, at } = write
    const sent = performance.now()
    try {
      const reply = await send(write, { at, ...(kinds[kind].once === 'by its key' && { key }) })
      const text = await reply.text()
      if (reply.ok) write.known = 'acknowledged'
      else if (reply.status !== 503) wrong.add(`${path} answered ${reply.status}: ${text.slice(0, 200)}`)
      else {
        refusals++
        if (text.includes('Nothing was saved')) write.known = 'not saved'
      }
      if (reply.status === 503 && !reply.headers.has('retry-after')) wrong.add(`${path} answered 503 without Retry-After`)
    } catch {
      // Nothing was heard: what is known of it stays as it was.
    }
    slowest = Math.max(slowest, performance.now() - sent)
    return write.known
  }

  async function writeOne(at: string): Promise<Known | undefined> {
    const kind = names[random(names.length)] ?? 'content'
    const mark = `mark${String(++marks).padStart(7, '0')}`
    const sendable = await kinds[kind].ready(mark, ask, paypal)
    if (!sendable) return undefined
    const write: Write = { ...sendable, kind, key: mark, known: 'unknown', isSentAgain: false, at }
    writes.push(write)
    return tell(write)
  }

  const countOf = (known: Known) => writes.filter((write) => write.known === known).length

  return {
    settings,
    paypal,
    send,
    /** What the browser of one of them carries. */
    cookieOf: (as: Sendable['as']) => cookies[as],
    ask,
    acknowledged: () => countOf('acknowledged'),
    /** Those of them that one process took. */
    acknowledgedBy: (at: string) => writes.filter((write) => write.at === at && write.known === 'acknowledged').length,
    /** What has to be there from now on, for `verdict`. */
    due: () => writes.filter(({ known }) => known === 'acknowledged'),
    /** How often somebody was answered 503: that nothing was saved, or that nobody knows. */
    refused: () => refusals,
    /** The time of the slowest answer to a write, in ms. */
    slowest: () => slowest,

    /** Signs people in, and says what is sold and who is paid; to be called once, while a site answers. */
    async setUp(): Promise<void> {
      await ask('POST', '/register', 'anonymous', { email: customerEmail, password })
      for (const [as, email] of Object.entries({ customer: customerEmail, admin: adminEmail })) {
        const jar = cookieJar()
        const reply = await send({ path: '/api/sign-in', as: 'anonymous', body: { email, password } })
        if (!reply.ok) throw new Error(`${email} cannot log in: ${await reply.text()}`)
        jar.keep(reply.headers.getSetCookie())
        cookies[as as Sendable['as']] = jar.header()
      }
      for (const [path, body] of Object.entries({ '/add-pricing': standard, '/add-email': { paypalEmail: PAYEE } }))
        if (!(await ask('POST', path, 'admin', body))) throw new Error(`${path} was refused`)
    },

    /** Lets so many people write, each to one of the processes, until they are told to stop; in trouble they go on. */
    load(people: number, origins: readonly string[] = [origin]): { stop: () => Promise<void> } {
      let isOver = false
      const running = Array.from({ length: people }, async (_, nth) => {
        const at = origins[nth % origins.length] ?? origin
        while (!isOver && !isClosed) if ((await writeOne(at)) !== 'acknowledged') await pause(AFTER_TROUBLE)
      })
      return {
        async stop() {
          isOver = true
          await Promise.all(running)
        },
      }
    },

    /**
     * What people do who were not answered: one half tries again until it is, under the same key, the other half leaves
     * it. A payment provider always tries again.
     */
    async sendAgain(): Promise<void> {
      const open = writes.filter(({ known, isSentAgain }) => known !== 'acknowledged' && !isSentAgain)
      for (const write of open) {
        write.isSentAgain = true
        if (write.kind !== 'notice' && random(2) === 0) continue
        let known: Known = write.known
        for (let left = TRIES; left > 0 && known !== 'acknowledged'; left--) {
          known = await tell(write)
          if (known !== 'acknowledged') await pause(AFTER_TROUBLE)
        }
        if (known !== 'acknowledged') wrong.add(`${write.path} was not taken though it was sent again and again`)
      }
    },

    /** Settles once every notice that was kept has been read, on the site or on a copy of it. */
    async noticesRead(within: number, copy: Record<string, string> = {}): Promise<void> {
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
    async verdict(copy: Record<string, string> = {}, due?: readonly Write[]): Promise<Verdict> {
      const { read, close } = await openDatabase(readConfig({ ...settings, ...copy }))
      const found = new Map<string, number>()
      for (const kind of Object.values(kinds))
        for (const mark of await kind.stored(read)) found.set(mark, (found.get(mark) ?? 0) + 1)
      await close()
      const timesOf = ({ mark }: Write) => found.get(mark) ?? 0
      const named = (some: readonly Write[]) => some.map(({ kind, mark }) => `${kind} ${mark}`)
      const acknowledged = writes.filter(({ known }) => known === 'acknowledged')
      return {
        acknowledged: acknowledged.length,
        byKind: [...Map.groupBy(acknowledged, ({ kind }) => kind)].map(([kind, all]) => `${kind} ${all.length}`).join(', '),
        unanswered: countOf('unknown'),
        lost: named((due ?? acknowledged).filter((write) => timesOf(write) === 0)),
        doubled: named(writes.filter((write) => timesOf(write) > 1)),
        denied: named(writes.filter((write) => write.known === 'not saved' && timesOf(write) > 0)),
        wrong: [...wrong, ...(await faultsIn({ ...settings, ...copy }))],
      }
    },

    /** Ends what its clients still do, too. */
    async close(): Promise<void> {
      isClosed = true
      await paypal.close()
    },
  }
}
