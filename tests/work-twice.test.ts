import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { endpoints } from '../src/contract/endpoints.ts'
import { password, startApp, type TestApp } from './support/app.ts'
import { type CreatingCall, creatingCalls } from './support/creating-calls.ts'
import { onEveryDatabase } from './support/databases.ts'
import { openEffects } from './support/effects.ts'
import { failCommits } from './support/failing-commits.ts'

type Call = Pick<CreatingCall, 'path' | 'body'> & {
  /** POST unless it says otherwise. */
  method?: 'POST' | 'PUT'
  /** Makes the record that the path names and returns its id. */
  idOf?: (site: TestApp) => Promise<string>
}

/** With those that take no key. */
const all: readonly Call[] = [
  ...creatingCalls,
  { method: 'PUT', path: '/api/order-status/:id', body: { orderStatus: 'Delivered' }, idOf: placeOrder },
  { path: '/api/register', body: { email: 'new@example.com', password } },
  { path: '/api/auth/sign-up/email', body: { email: 'newer@example.com', password, name: 'Newer' } },
]

async function placeOrder(site: TestApp): Promise<string> {
  const { body } = creatingCalls.find(({ path }) => path === '/api/new-order') ?? expect.fail()
  const { json } = await site.request('POST', '/api/new-order', { as: 'admin', body })
  return (json() as { record: { _id: string } }).record._id
}

onEveryDatabase('work that runs twice, because the database was busy', (database) => {
  let plain: TestApp
  let busy: TestApp
  let commits: ReturnType<typeof failCommits>
  let effects: Record<'plain' | 'busy', Awaited<ReturnType<typeof openEffects>>>
  beforeAll(async () => {
    commits = failCommits()
    plain = await startApp(await database.environment())
    busy = await startApp(await database.environment())
    effects = { plain: await openEffects(plain.environment), busy: await openEffects(busy.environment) }
  })
  afterAll(async () => {
    await Promise.all([plain.close(), busy.close(), effects.plain.close(), effects.busy.close()])
    vi.restoreAllMocks()
  })
  afterEach(() => {
    commits.isArmed = false
  })

  /** Sends the call; the record that its path names is there before the database is busy. */
  async function prepare(site: TestApp, { method = 'POST', path, body, idOf }: Call) {
    const id = (await idOf?.(site)) ?? ''
    return () => site.request(method, path.replace(':id', id), { as: 'admin', body })
  }

  it.each(all)('does once what $path does', async (call) => {
    const [sendPlain, sendBusy] = [await prepare(plain, call), await prepare(busy, call)]
    const usual = await effects.plain.of(sendPlain)
    const connect = vi.spyOn(Socket.prototype, 'connect')
    commits.isArmed = true
    commits.failed = 0
    const doubled = await effects.busy.of(async () => {
      const { status } = await sendBusy()
      expect([200, 201]).toContain(status)
    })
    expect(commits.failed).toBeGreaterThan(0)
    expect(Object.keys(doubled).length).toBeGreaterThan(0)
    expect(doubled).toEqual(usual)
    // The database is the only one that is talked to.
    const ports = new Set(connect.mock.calls.flat(2).map((to) => String((to as { port?: unknown })?.port ?? '')))
    const own = new URL(busy.environment.DATABASE_URL ?? 'none:').port
    expect([...ports].filter((port) => port !== '' && port !== own)).toEqual([])
    connect.mockRestore()
  })

  it('is one row, one mail and one line of the audit log, where those belong to it', async () => {
    const [message, subscriber, admin] = ['/api/add-message', '/api/add-subscriber', '/api/add-user'].map((path) =>
      creatingCalls.find((one) => one.path === path),
    ) as CreatingCall[]
    const twice = async (call: CreatingCall | undefined) =>
      effects.busy.of(await prepare(busy, { path: call?.path ?? '', body: call?.other ?? {} }))
    // A registration has logged somebody else in over the session.
    await busy.signIn('admin')
    commits.isArmed = true
    expect(await twice(message)).toEqual({ message: 1, mail_outbox: 1 })
    expect(await twice(subscriber)).toEqual({ subscriber: 1, mail_outbox: 1 })
    expect(await twice(admin)).toMatchObject({ user_record: 1, audit_log: 1 })
  })

  it('leaves out no call that creates something', () => {
    const creating = endpoints.filter(({ method, status }) => method === 'POST' && status === 201)
    const tried = all.map(({ path }) => path)
    // One is made once in the life of a site, by its one-time code. A refund needs a paid order: tests/sales/refunds.test.ts.
    const rest = creating.map(({ path }) => `/api${path}`).filter((path) => !tried.includes(path))
    expect(rest).toEqual(['/api/first-admin', '/api/refund/:id'])
  })
})
