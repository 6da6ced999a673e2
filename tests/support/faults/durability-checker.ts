import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { createCookieJar } from '../cookie-jar.ts'
import { type FakePayPal, startFakePayPal } from '../fake-paypal.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { PAYEE_EMAIL, standardPackageValues } from '../site-with-paypal.ts'
import { adminEmail, customerEmail, password } from '../test-app.ts'
import { findInconsistencies } from './consistency-rules.ts'
import { type CallApi, type MarkedWriteRequest, type WriteKindName, writeKinds } from './fault-test-writes.ts'

/** `not saved`: the reply says that the server saved nothing. `unknown`: no reply, or a reply that leaves it open. */
type WriteOutcome = 'acknowledged' | 'not saved' | 'unknown'

type Write = MarkedWriteRequest & {
  kind: WriteKindName
  key: string
  outcome: WriteOutcome
  /** The reply or the error that left the outcome unknown. */
  unclearReply: string
  isSentAgain: boolean
  at: string
}

/** The idempotency key, the origin of the process, and the HTTP method. */
type SendOptions = { key?: string | undefined; at?: string | undefined; method?: string }

/** The result of a fault test. `lost`, `doubled`, `denied` and `wrong` are empty if the site passes. */
type DurabilityVerdict = {
  acknowledged: number
  /** The acknowledged writes per kind, as text. */
  byKind: string
  /** Writes whose outcome is still unknown, with the last reply. Each may exist at most once. */
  unresolved: string[]
  lost: string[]
  doubled: string[]
  /** Writes that exist although the reply says that nothing was saved. */
  denied: string[]
  /** Other inconsistencies and wrong replies. */
  wrong: string[]
}

/** How long a client pauses after a refusal or a missing reply, in ms. */
const PAUSE_AFTER_FAILURE = 20
/** How often a client repeats an unacknowledged write on a healthy site. */
const MAX_RETRIES = 20
/** How long a client waits for a reply, in ms. */
const REPLY_TIMEOUT = 20_000

/** The state that all clients share. */
type CheckerState = {
  paypal: FakePayPal
  settings: Record<string, string>
  origin: string
  cookies: Record<MarkedWriteRequest['as'], string>
  random: (below: number) => number
  writes: Write[]
  wrong: Set<string>
  markCount: number
  refusals: number
  slowestReply: number
  isClosed: boolean
}

const kindsByShare = (Object.keys(writeKinds) as WriteKindName[]).flatMap((name) =>
  Array<WriteKindName>(writeKinds[name].share).fill(name),
)

/**
 * Runs clients that write all kinds of data and record each reply.
 * Afterward, each acknowledged write must exist once, and each unknown write at most once. `settings` are the site's
 * variables. Any process may answer at `origin`.
 */
export async function startDurabilityChecker(environment: Record<string, string>, origin: string) {
  const state = createState(environment, origin, await startFakePayPal({ deliver: async () => 0 }))
  const { settings, paypal, writes, cookies } = state
  return {
    settings,
    paypal,
    send: (write: Omit<MarkedWriteRequest, 'mark'>, options?: SendOptions) => send(state, write, options),
    callApi: createApiCaller(state),
    getCookie: (as: MarkedWriteRequest['as']) => cookies[as],
    acknowledged: () => countByOutcome(writes, 'acknowledged'),
    /** Counts the acknowledged writes of one process. */
    countAcknowledgedAt: (at: string) => writes.filter((write) => write.at === at && write.outcome === 'acknowledged').length,
    /** Lists the writes that must exist from now on, for `verdict`. */
    listAcknowledgedWrites: () => writes.filter(({ outcome }) => outcome === 'acknowledged'),
    /** Counts the 503 replies. */
    countRefusals: () => state.refusals,
    /** Returns the time of the slowest reply to a write, in ms. */
    slowestReply: () => state.slowestReply,
    setUp: () => setUpSite(state),
    load: (clientCount: number, origins?: readonly string[]) => startLoad(state, clientCount, origins),
    retryUnacknowledged: () => retryUnacknowledged(state),
    waitUntilNoticesRead: (copy?: Record<string, string>) => waitUntilNoticesRead({ ...settings, ...copy }),
    expireClaims: () => expireClaims(settings),
    verdict: (copy?: Record<string, string>, due?: readonly Write[]) => reachVerdict(state, copy, due),
    /** Stops the clients too. */
    async close(): Promise<void> {
      state.isClosed = true
      await paypal.close()
    },
  }
}

function createState(environment: Record<string, string>, origin: string, paypal: FakePayPal): CheckerState {
  const settings = {
    ...environment,
    ...paypal.environment(),
    PORT: new URL(origin).port,
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'fatal',
  }
  return {
    paypal,
    settings,
    origin,
    cookies: { anonymous: '', customer: '', admin: '' },
    random: createSeededRandom(20_261_122),
    writes: [],
    wrong: new Set(),
    markCount: 0,
    refusals: 0,
    slowestReply: 0,
    isClosed: false,
  }
}

function send(
  { cookies, origin }: CheckerState,
  { path, as, body }: Omit<MarkedWriteRequest, 'mark'>,
  { key, at = origin, method = 'POST' }: SendOptions = {},
): Promise<Response> {
  const isForm = body instanceof FormData
  const headers = {
    cookie: cookies[as],
    ...(Buffer.isBuffer(body) && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(!Buffer.isBuffer(body) && !isForm && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': `"${key}"` }),
  }
  const payload = isForm ? body : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body)
  return fetch(at + path, { method, headers, body: payload, signal: AbortSignal.timeout(REPLY_TIMEOUT) })
}

function createApiCaller(state: CheckerState): CallApi {
  return async (method, path, as, body = {}) => {
    const reply = await send(state, { path: `/api${path}`, as, body }, { method }).catch(() => undefined)
    return reply?.ok ? ((await reply.json().catch(() => undefined)) as Record<string, never> | undefined) : undefined
  }
}

/** Signs in a customer and an admin, adds a package and a payee. Call it once, while the site answers. */
async function setUpSite(state: CheckerState): Promise<void> {
  const callApi = createApiCaller(state)
  await callApi('POST', '/register', 'anonymous', { email: customerEmail, password })
  for (const [as, email] of Object.entries({ customer: customerEmail, admin: adminEmail })) {
    const jar = createCookieJar()
    const reply = await send(state, { path: '/api/sign-in', as: 'anonymous', body: { email, password } })
    if (!reply.ok) throw new Error(`${email} cannot log in: ${await reply.text()}`)
    jar.storeCookies(reply.headers.getSetCookie())
    state.cookies[as as MarkedWriteRequest['as']] = jar.header()
  }
  for (const [path, body] of Object.entries({
    '/add-pricing': standardPackageValues,
    '/add-email': { paypalEmail: PAYEE_EMAIL },
  }))
    if (!(await callApi('POST', path, 'admin', body))) throw new Error(`${path} failed`)
}

/** Runs clients that write until `stop`, each to one of the origins. They continue after failures. */
function startLoad(
  state: CheckerState,
  clientCount: number,
  origins: readonly string[] = [state.origin],
): { stop: () => Promise<void> } {
  let isStopped = false
  const clients = Array.from({ length: clientCount }, async (_, nth) => {
    const at = origins[nth % origins.length] ?? state.origin
    while (!isStopped && !state.isClosed)
      if ((await sendRandomWrite(state, at)) !== 'acknowledged') await pause(PAUSE_AFTER_FAILURE)
  })
  return {
    async stop() {
      isStopped = true
      await Promise.all(clients)
    },
  }
}

async function sendRandomWrite(state: CheckerState, at: string): Promise<WriteOutcome | undefined> {
  const kind = kindsByShare[state.random(kindsByShare.length)] ?? 'content'
  const mark = `mark${String(++state.markCount).padStart(7, '0')}`
  const preparedWrite = await writeKinds[kind].prepare(mark, createApiCaller(state), state.paypal)
  if (!preparedWrite) return undefined
  const write: Write = { ...preparedWrite, kind, key: mark, outcome: 'unknown', unclearReply: '', isSentAgain: false, at }
  state.writes.push(write)
  return sendAndRecord(state, write)
}

/** Sends a write and records its outcome. */
async function sendAndRecord(state: CheckerState, write: Write): Promise<WriteOutcome> {
  const { kind, path, key, at } = write
  const startedAt = performance.now()
  try {
    const reply = await send(state, write, { at, ...(writeKinds[kind].deduplicatedBy === 'by its key' && { key }) })
    const text = await reply.text()
    if (reply.ok) write.outcome = 'acknowledged'
    else if (reply.status !== 503) state.wrong.add(`${path} answered ${reply.status}: ${text.slice(0, 200)}`)
    else {
      state.refusals++
      if (/nothing was saved/i.test(text)) write.outcome = 'not saved'
      else write.unclearReply = text
    }
    if (reply.status === 503 && !reply.headers.has('retry-after')) state.wrong.add(`${path} answered 503 without Retry-After`)
  } catch (error) {
    // Without a reply, the earlier outcome stays.
    write.unclearReply = String((error as Error).cause ?? error)
  }
  state.slowestReply = Math.max(state.slowestReply, performance.now() - startedAt)
  return write.outcome
}

/** Repeats half of the unacknowledged writes under the same key, and all payment notices, as a provider does. */
async function retryUnacknowledged(state: CheckerState): Promise<void> {
  const unacknowledged = state.writes.filter(({ outcome, isSentAgain }) => outcome !== 'acknowledged' && !isSentAgain)
  for (const write of unacknowledged) {
    write.isSentAgain = true
    if (write.kind !== 'notice' && state.random(2) === 0) continue
    let outcome: WriteOutcome = write.outcome
    for (let attemptsLeft = MAX_RETRIES; attemptsLeft > 0 && outcome !== 'acknowledged'; attemptsLeft--) {
      outcome = await sendAndRecord(state, write)
      if (outcome !== 'acknowledged') await pause(PAUSE_AFTER_FAILURE)
    }
    if (outcome !== 'acknowledged') state.wrong.add(`${write.path} failed ${MAX_RETRIES} times in a row`)
  }
}

/** Waits until the site, or a copy of it, has read every stored notice. */
async function waitUntilNoticesRead(settings: Record<string, string>): Promise<void> {
  const { read, close } = await openDatabase(readConfig(settings))
  const findUnread = () => read.selectFrom('payment_notice').select('id').where('state', '=', 'waiting').executeTakeFirst()
  while (await findUnread()) await pause(100)
  await close()
}

/** Frees the notices that a dead process claimed, without the wait of a minute. */
async function expireClaims(settings: Record<string, string>): Promise<void> {
  const { main, close } = await openDatabase(readConfig(settings))
  await main.updateTable('payment_notice').set({ due_at: Date.now(), claimed_at: null }).where('state', '=', 'waiting').execute()
  await close()
}

/**
 * Compares the recorded replies with the database. Nothing may write meanwhile.
 * For a copy of the site, `copy` holds its variables and `due` the writes acknowledged before the copy.
 */
async function reachVerdict(
  { writes, wrong, settings }: CheckerState,
  copy: Record<string, string> = {},
  due?: readonly Write[],
): Promise<DurabilityVerdict> {
  const countByMark = await countStoredMarks({ ...settings, ...copy })
  const countStored = ({ mark }: Write) => countByMark.get(mark) ?? 0
  const describeWrites = (some: readonly Write[]) => some.map(({ kind, mark }) => `${kind} ${mark}`)
  const acknowledged = writes.filter(({ outcome }) => outcome === 'acknowledged')
  return {
    acknowledged: acknowledged.length,
    byKind: [...Map.groupBy(acknowledged, ({ kind }) => kind)].map(([kind, all]) => `${kind} ${all.length}`).join(', '),
    unresolved: writes
      .filter(({ outcome }) => outcome === 'unknown')
      .map(({ kind, mark, unclearReply }) => `${kind} ${mark}: ${unclearReply}`),
    lost: describeWrites((due ?? acknowledged).filter((write) => countStored(write) === 0)),
    doubled: describeWrites(writes.filter((write) => countStored(write) > 1)),
    denied: describeWrites(writes.filter((write) => write.outcome === 'not saved' && countStored(write) > 0)),
    wrong: [...wrong, ...(await findInconsistencies({ ...settings, ...copy }))],
  }
}

async function countStoredMarks(settings: Record<string, string>): Promise<Map<string, number>> {
  const { read, close } = await openDatabase(readConfig(settings))
  const countByMark = new Map<string, number>()
  for (const kind of Object.values(writeKinds))
    for (const mark of await kind.listStoredMarks(read)) countByMark.set(mark, (countByMark.get(mark) ?? 0) + 1)
  await close()
  return countByMark
}

function countByOutcome(writes: readonly Write[], outcome: WriteOutcome): number {
  return writes.filter((write) => write.outcome === outcome).length
}
