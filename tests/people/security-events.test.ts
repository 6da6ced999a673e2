import { expect, it } from 'vitest'
import { captureLog } from '../support/log-capture.ts'
import { customerEmail, getSessionCookie, password, startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const WARN = 40
const INFO = 30

describeOnSqlite('security events', (database) => {
  const { lines, output } = captureLog()
  const site = startAppForSuite(database, { LOG_LEVEL: 'info', RATE_LIMITS: 'on' }, { output })

  type SecurityEvent = { level: number; time: number; event: string; status: number; who?: string; address: string }
  const listEventsAfter = (count: number): SecurityEvent[] =>
    lines
      .slice(count)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event)

  async function captureEvents(work: () => Promise<unknown>) {
    const before = lines.length
    await work()
    return listEventsAfter(before).map(({ level, event, status, who }) => [level, event, status, who])
  }
  const post = (path: string, body: object, headers = {}) => site.request('POST', path, { body, headers })

  it('log each log-in with its account, outcome, time and IP address', async () => {
    const before = lines.length
    await post('/api/sign-in', { email: customerEmail, password })
    await post('/api/sign-in', { email: customerEmail, password: 'wrong guess' })
    const [allowedEvent, refusedEvent] = listEventsAfter(before)
    const sharedFields = { event: 'POST /sign-in', who: customerEmail, address: '127.0.0.1', time: expect.any(Number) }
    expect(allowedEvent).toMatchObject({ ...sharedFields, level: INFO, status: 200 })
    expect(refusedEvent).toMatchObject({ ...sharedFields, level: WARN, status: 401 })
  })

  it('log a log-in form without script once', async () => {
    const form = { email: customerEmail, password: 'wrong guess' }
    const events = await captureEvents(() => site.request('POST', '/login', { form }))
    expect(events).toEqual([[WARN, 'POST /sign-in', 401, customerEmail]])
  })

  it('log refused customers as warnings, and refused visitors at the info level', async () => {
    const asCustomer = await captureEvents(() => site.request('GET', '/api/audit-entries', { as: 'customer' }))
    expect(asCustomer).toEqual([[WARN, 'GET /audit-entries', 403, customerEmail]])
    const asVisitor = await captureEvents(() => site.request('GET', '/api/audit-entries'))
    expect(asVisitor).toEqual([[INFO, 'GET /audit-entries', 401, undefined]])
  })

  it('log rate limit refusals at the info level', async () => {
    const email = 'many@example.com'
    const events = await captureEvents(async () => {
      for (let nth = 0; nth < 10; nth++) await post('/api/sign-in', { email, password: 'wrong guess' })
    })
    expect(events).toContainEqual([INFO, 'POST /sign-in', 429, email])
    expect(events.filter(([level]) => level === WARN).map(([, , status]) => status)).not.toContain(429)
  })

  it('log password changes without the password and without mistyped emails', async () => {
    const cookie = await getSessionCookie(site, customerEmail)
    const before = lines.length
    await post('/api/change-password', { password: 'not the password', newPassword: 'maple lantern river' }, { cookie })
    await post('/api/sign-in', { email: 'maple lantern river', password: 'maple lantern river' })
    await post('/api/sign-in', { email: 'a@b.example\n{"level":50}', password: 'x' })
    expect(listEventsAfter(before)[0]).toMatchObject({
      event: 'POST /change-password',
      status: 400,
      who: customerEmail,
      level: WARN,
    })
    const text = lines.slice(before).join('')
    for (const secret of ['maple', 'not the password', '{"level":50}']) expect(text).not.toContain(secret)
    for (const line of lines.slice(before)) expect(line.trimEnd()).not.toContain('\n')
  })

  it('don’t log allowed reads', async () => {
    expect(await captureEvents(() => site.request('GET', '/api/account', { as: 'customer' }))).toEqual([])
    expect(await captureEvents(() => site.request('GET', '/api/banner'))).toEqual([])
  })
})
