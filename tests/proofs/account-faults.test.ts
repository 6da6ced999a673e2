import { type Kysely, sql } from 'kysely'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { DatabaseTables } from '#platform/db/tables.ts'
import { readConfig } from '#server/config/config.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { captureLog } from '../support/log-capture.ts'
import { extractLink, startMailServer } from '../support/mail-server.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestBrowser, registerAndLogIn, type TestBrowser } from '../support/test-accounts.ts'
import { password, startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { generateTotp } from '../support/totp.ts'

const EMAIL = 'ann@example.com'

type Codes = { recoveryCodes: string[] }

describeOnEachDatabase('the server while the database refuses a write', (kind) => {
  let ann: TestBrowser
  const site = startAppForSuite(kind)
  const database = startForSuite(() => openDatabase(readConfig(site.environment)))
  beforeAll(async () => {
    await site.request('POST', '/api/register', { body: { email: EMAIL, password } })
  })
  afterEach(() => repairTables(database))

  it('does not claim that it signed the person out', async () => {
    for (const path of ['/api/sign-out', '/api/auth/sign-out']) {
      ann = createTestBrowser(site)
      await ann.logIn(EMAIL)
      await breakTable(database, 'session', 'delete')
      const refused = await ann.call('POST', path, {})
      expect([path, refused.status, refused.headers['set-cookie']]).toEqual([path, 503, undefined])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await ann.call('GET', '/api/account')).status).toBe(200)
      await repairTables(database)
      expect((await ann.call('POST', path, {})).status).toBe(200)
      expect((await ann.call('GET', '/api/account')).status).toBe(401)
    }
  })

  it('does not call a correct password wrong', async () => {
    await breakTable(database, 'session', 'insert')
    for (const path of ['/api/sign-in', '/api/auth/sign-in/email']) {
      const refused = await site.request('POST', path, { body: { email: EMAIL, password } })
      expect([path, refused.status, refused.headers['set-cookie']]).toEqual([path, 503, undefined])
    }
    await repairTables(database)
    expect((await site.request('POST', '/api/sign-in', { body: { email: EMAIL, password } })).status).toBe(200)
  })

  it('does not promise an email that it could not store', async () => {
    await breakTable(database, 'reset_request', 'insert')
    for (const path of ['/api/request-password-reset', '/api/auth/request-password-reset']) {
      expect([path, (await site.request('POST', path, { body: { email: EMAIL } })).status]).toEqual([path, 503])
    }
    await repairTables(database)
    await breakTable(database, 'email_outbox', 'insert')
    const newcomer = { email: 'new@example.com', password }
    for (const [path, body] of [
      ['/api/register', newcomer],
      ['/api/auth/sign-up/email', { ...newcomer, name: 'New' }],
    ] as const) {
      expect([path, (await site.request('POST', path, { body })).status]).toEqual([path, 503])
      expect((await site.request('POST', '/api/sign-in', { body: newcomer })).status).toBe(401)
    }
    ann = createTestBrowser(site)
    await ann.logIn(EMAIL)
    expect((await ann.call('POST', '/api/resend-verification', {})).status).toBe(503)
  })

  it('keeps the old password if it could not store the change', async () => {
    ann = createTestBrowser(site)
    await ann.logIn(EMAIL)
    await breakTable(database, 'audit_log', 'insert')
    const change = { password, newPassword: 'another password' }
    expect((await ann.call('POST', '/api/change-password', change)).status).toBe(503)
    await repairTables(database)
    expect((await ann.call('GET', '/api/account')).status).toBe(200)
    expect((await ann.logIn(EMAIL)).status).toBe(200)
  })
})

describeOnEachDatabase('two-step verification', (kind) => {
  it('reports a change as saved, with its codes, if only the audit entry could not be stored', async () => {
    const log = captureLog()
    const site = await startApp(await kind.environment(), { output: log.output })
    const database = await openDatabase(readConfig(site.environment))
    const ann = await registerAndLogIn(site, EMAIL)
    const { secret } = (await ann.call('POST', '/api/second-factor/begin', { password })).json<{ secret: string }>()
    await breakTable(database, 'audit_log', 'insert')

    const confirmReply = await ann.call('POST', '/api/second-factor/confirm', { code: generateTotp(secret) })
    expect([confirmReply.status, confirmReply.json<Codes>().recoveryCodes.length]).toEqual([200, 10])
    expect((await ann.call('GET', '/api/account')).json()).toMatchObject({ hasSecondFactor: true })
    const renewReply = await ann.call('POST', '/api/second-factor/recovery-codes', { password })
    expect([renewReply.status, renewReply.json<Codes>().recoveryCodes.length]).toEqual([200, 10])
    const [code] = renewReply.json<Codes>().recoveryCodes
    const nextBrowser = createTestBrowser(site)
    await nextBrowser.logIn(EMAIL)
    expect((await nextBrowser.call('POST', '/api/second-factor/recover', { code })).status).toBe(200)
    expect((await nextBrowser.call('POST', '/api/second-factor/turn-off', { password })).status).toBe(200)
    expect((await nextBrowser.call('GET', '/api/account')).json()).toMatchObject({ hasSecondFactor: false })

    const sentence = 'a change of two-step verification was saved, but a step after it failed'
    expect(log.lines.join('')).toContain(sentence)
    await repairTables(database)
    await database.close()
    await site.close()
  })
})

describeOnEachDatabase('email verification', (kind) => {
  it('does not happen if the audit entry could not be stored', async () => {
    const mail = await startMailServer()
    const site = await startApp({ ...(await kind.environment()), SMTP_URL: mail.url })
    const database = await openDatabase(readConfig(site.environment))
    const ann = createTestBrowser(site)
    await ann.call('POST', '/api/register', { email: EMAIL, password })
    const findEmails = () => mail.received.find(({ recipients }) => recipients[0] === EMAIL)
    await expect.poll(findEmails).toBeDefined()
    const token = new URL(extractLink(findEmails())).searchParams.get('token')
    const isVerified = async () => (await ann.call('GET', '/api/account')).json<{ isVerified: boolean }>().isVerified
    await breakTable(database, 'audit_log', 'insert')
    expect((await ann.call('POST', '/api/verify-email', { token })).status).toBe(503)
    expect(await isVerified()).toBe(false)
    await repairTables(database)
    for (const _ of ['first', 'again']) expect((await ann.call('POST', '/api/verify-email', { token })).status).toBe(200)
    expect(await isVerified()).toBe(true)
    const auditEntries = database.read.selectFrom('audit_log').select('action').where('action', '=', 'email.verified')
    expect(await auditEntries.execute()).toHaveLength(1)
    await database.close()
    await site.close()
    await mail.close()
  })
})

describeOnEachDatabase('a password reset request', (kind) => {
  const mail = startForSuite(startMailServer)

  it('sends one email after a restart, if the server acknowledged it', async () => {
    const environment = { ...(await kind.environment()), SMTP_URL: mail.url }
    const site = await startApp(environment)
    await site.request('POST', '/api/register', { body: { email: EMAIL, password } })
    expect((await site.request('POST', '/api/request-password-reset', { body: { email: EMAIL } })).status).toBe(200)
    // Closes the server before its worker reads the request.
    await site.close()
    const [one, other] = await Promise.all([startApp(environment), startApp(environment)])
    const findEmails = () =>
      mail.received.filter(({ recipients, subject }) => recipients[0] === EMAIL && subject === 'Choose a new password')
    await expect.poll(() => findEmails().length).toBe(1)
    const token = new URL(extractLink(findEmails()[0])).searchParams.get('token')
    const newPassword = { token, password: 'a new password' }
    expect((await other.request('POST', '/api/reset-password', { body: newPassword })).status).toBe(200)
    expect((await one.request('POST', '/api/sign-in', { body: { email: EMAIL, password: newPassword.password } })).status).toBe(
      200,
    )
    await Promise.all([one.close(), other.close()])
    expect(findEmails()).toHaveLength(1)
  })
})

type WriteType = 'insert' | 'delete'

/** Makes the database refuse one type of write to one table, like a full disk or a broken index. */
async function breakTable(
  { main, type }: Database,
  table: keyof DatabaseTables | 'session',
  writeType: WriteType,
): Promise<void> {
  const on = sql`before ${sql.raw(writeType)} on ${sql.id(table)}`
  if (type === 'sqlite') return run(main, sql`create trigger broken ${on} begin select raise(abort, 'broken'); end`)
  await run(
    main,
    sql`create or replace function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
  )
  await run(main, sql`create trigger broken ${on} for each row execute function broken()`)
}

async function repairTables({ main, type }: Database): Promise<void> {
  await run(main, type === 'sqlite' ? sql`drop trigger if exists broken` : sql`drop function if exists broken() cascade`)
}

async function run(db: Kysely<DatabaseTables>, statement: ReturnType<typeof sql>): Promise<void> {
  await statement.execute(db)
}
