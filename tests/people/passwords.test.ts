import { beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { toCookieHeader } from '../support/cookie-jar.ts'
import { extractLink, startMailServer } from '../support/mail-server.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const password = 'a first password'
const newPassword = 'a second password'

describeOnEachDatabase('passwords and account emails', (kind) => {
  let nth = 0
  let email = ''
  const server = startForSuite(startMailServer)
  const site = startForSuite(async () => startApp({ ...(await kind.environment()), SMTP_URL: server.url }))
  const database = startForSuite(() => openDatabase(readConfig(site.environment)))
  // Closes before the site, so that the site doesn't wait for a hanging mail server.
  beforeEach(() => {
    nth += 1
    email = `person${nth}@example.com`
  })

  const post = (path: string, body: object, cookie = '') =>
    site.request('POST', `/api${path}`, { body, headers: { ...(cookie && { cookie }) } })
  const hasSession = async (cookie: string) => (await post('/resend-verification', {}, cookie)).status !== 401
  const signIn = (word: string) => post('/sign-in', { email, password: word })
  const listAuditEntries = () =>
    database.main.selectFrom('audit_log').select(['action', 'actor']).where('subject', '=', email).execute()

  async function waitForMail(address: string, subject: string) {
    const findMail = () => server.received.findLast((mail) => mail.recipients[0] === address && mail.subject === subject)
    await expect.poll(findMail).toBeDefined()
    return findMail()
  }
  const getToken = (link: string) => new URL(link).searchParams.get('token') ?? ''

  async function register(): Promise<string> {
    const registerReply = await post('/register', { email, password })
    expect([registerReply.status, registerReply.json()]).toEqual([201, { message: expect.stringContaining('inbox') }])
    return toCookieHeader(registerReply)
  }

  async function requestResetToken(): Promise<string> {
    server.received.length = 0
    expect((await post('/request-password-reset', { email })).status).toBe(200)
    return getToken(extractLink(await waitForMail(email, 'Choose a new password')))
  }

  it('a reset link leads to this site, sets the password once and ends every session', async () => {
    const first = await register()
    const second = toCookieHeader(await signIn(password))
    expect([await hasSession(first), await hasSession(second)]).toEqual([true, true])
    await post('/request-password-reset', { email })
    const link = extractLink(await waitForMail(email, 'Choose a new password'))
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/reset\?token=[\w-]+$/)
    const body = { token: getToken(link), password: newPassword }

    expect((await post('/reset-password', { ...body, password: 'short' })).json()).toMatchObject({
      fields: { password: 'Minimum 6 Characters' },
    })
    expect((await post('/reset-password', body)).status).toBe(200)
    expect([await hasSession(first), await hasSession(second)]).toEqual([false, false])
    expect([(await signIn(password)).status, (await signIn(newPassword)).status]).toEqual([401, 200])
    expect((await waitForMail(email, 'Your password was changed'))?.text).toContain('/reset')
    expect(await listAuditEntries()).toContainEqual({ action: 'password.reset', actor: email })

    const secondReply = await post('/reset-password', { ...body, password: 'a third password' })
    expect([secondReply.status, secondReply.json()]).toEqual([
      400,
      { error: 'This link was already used or has expired. Ask for a new one.' },
    ])
    expect((await signIn(newPassword)).status).toBe(200)
  })

  // No query decides this.
  it.runIf(kind.name === 'SQLite')('a common password is rejected, and the link still works', async () => {
    const cookie = await register()
    const changeReply = await post('/change-password', { password, newPassword: 'Password1' }, cookie)
    const refusal = expect.stringContaining('Please choose another')
    expect([changeReply.status, changeReply.json()]).toEqual([400, { error: refusal, fields: { newPassword: refusal } }])
    const token = await requestResetToken()
    const reset = await post('/reset-password', { token, password: 'qwerty' })
    expect([reset.status, reset.json()]).toEqual([400, { error: refusal, fields: { password: refusal } }])
    expect((await signIn(password)).status).toBe(200)
    expect((await post('/reset-password', { token, password: newPassword })).status).toBe(200)
  })

  it('one of several simultaneous uses of a link succeeds', async () => {
    await register()
    const token = await requestResetToken()
    const passwords = Array.from({ length: 10 }, (_, index) => `password number ${index}`)
    const statuses = await Promise.all(
      passwords.map(async (word) => (await post('/reset-password', { token, password: word })).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await signIn(passwords[statuses.indexOf(200)] ?? '')).status).toBe(200)
  })

  it('a new reset link voids earlier ones and lasts one hour', async () => {
    await register()
    const [earlier, late] = [await requestResetToken(), await requestResetToken()]
    expect((await post('/reset-password', { token: late, password: newPassword })).status).toBe(200)
    expect((await post('/reset-password', { token: earlier, password })).status).toBe(400)

    const expiredToken = await requestResetToken()
    const links = await database.main.selectFrom('reset_link').selectAll().orderBy('ends_at', 'desc').execute()
    const lasts = (links[0]?.ends_at ?? 0) - Date.now()
    expect(lasts).toBeGreaterThan(59 * 60_000)
    expect(lasts).toBeLessThanOrEqual(3_600_000)
    await database.main
      .updateTable('reset_link')
      .set({ ends_at: Date.now() - 1_000 })
      .where('hash', '=', links[0]?.hash ?? '')
      .execute()
    expect((await post('/reset-password', { token: expiredToken, password })).status).toBe(400)
  })

  it('a password change voids a mailed reset link', async () => {
    const cookie = await register()
    const token = await requestResetToken()
    expect((await post('/change-password', { password, newPassword }, cookie)).status).toBe(200)
    expect((await post('/reset-password', { token, password: 'a third password' })).status).toBe(400)
    expect((await signIn(newPassword)).status).toBe(200)
  })

  it('the database holds only a hash of the token, and no email text', async () => {
    await register()
    const token = await requestResetToken()
    await expect
      .poll(async () => (await queryRows(`select "id" from "email_outbox" where "body" <> '' and "sent_at" is null`)).length)
      .toBe(0)
    const tables = ['reset_link', 'reset_request', 'verification', 'email_outbox', 'audit_log', 'session', 'account', 'user']
    const everything = await Promise.all(tables.map((table) => queryRows(`select * from "${table}"`)))
    expect(JSON.stringify(everything)).not.toContain(token)
    // The table holds the hash of the link.
    expect(everything[0]).not.toEqual([])
  })

  it('a reset request does not reveal whether an account exists, and emails only known accounts', async () => {
    await register()
    const answers = await Promise.all(
      [email, `nobody${nth}@example.com`].map((one) => post('/request-password-reset', { email: one })),
    )
    const [knownEmailReply, unknown] = answers.map(({ status, text, headers }) => ({
      status,
      text,
      headers: { ...headers, date: '' },
    }))
    expect(knownEmailReply).toEqual(unknown)
    const library = await Promise.all(
      [email, `nobody${nth}@example.com`].map((one) => post('/auth/request-password-reset', { email: one })),
    )
    expect(library[0]?.text).toBe(library[1]?.text)
    await waitForMail(email, 'Choose a new password')
    expect(server.received.filter(({ recipients }) => recipients[0]?.startsWith('nobody'))).toEqual([])
  })

  it('registering a known email looks the same, opens no session and emails the account (P-47)', async () => {
    const fresh = await post('/register', { email, password })
    const knownEmailReply = await post('/register', { email: email.toUpperCase(), password })
    expect([knownEmailReply.status, knownEmailReply.text]).toEqual([fresh.status, fresh.text])
    expect([toCookieHeader(fresh) !== '', toCookieHeader(knownEmailReply)]).toEqual([true, ''])
    expect((await waitForMail(email, 'Someone tried to register with your address'))?.text).toContain('/login')
    await waitForMail(email, 'Confirm your email address')

    const library = await post('/auth/sign-up/email', { email, password: newPassword, name: 'Somebody' })
    const libraryNew = await post('/auth/sign-up/email', { email: `new${nth}@example.com`, password, name: 'Somebody' })
    expect([library.status, Object.keys(library.json())]).toEqual([libraryNew.status, Object.keys(libraryNew.json())])
    expect([toCookieHeader(library), toCookieHeader(libraryNew) !== '']).toEqual(['', true])
    expect((await signIn(newPassword)).status).toBe(401)
  })

  it('many registrations at once create one account', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => post('/register', { email, password })))
    expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await queryRows(`select "id" from "user" where "email" = '${email}'`)).toHaveLength(1)
    expect((await signIn(password)).status).toBe(200)
  })

  it('only its own account confirms an email, within a day, and may do so repeatedly', async () => {
    const cookie = await register()
    const link = extractLink(await waitForMail(email, 'Confirm your email address'))
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/verify-email\?token=/)
    const token = getToken(link)
    const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(exp - iat).toBe(24 * 3_600)
    const confirm = (sessionCookie: string, sentToken = token) => post('/verify-email', { token: sentToken }, sessionCookie)

    expect((await confirm('')).status).toBe(401)
    const page = await site.request('GET', new URL(link).pathname + new URL(link).search)
    expect([page.status, page.headers.location]).toEqual([
      302,
      `/login?from=${encodeURIComponent(new URL(link).pathname + new URL(link).search)}`,
    ])
    const stranger = toCookieHeader(await post('/register', { email: `stranger${nth}@example.com`, password }))
    const strangerReply = await confirm(stranger)
    expect(strangerReply.status).toBe(409)
    expect(strangerReply.text).toContain('This link was sent to another address.')
    expect((await confirm(cookie, `${token.slice(0, -3)}abc`)).status).toBe(400)
    expect((await confirm(cookie, 'nonsense')).status).toBe(400)
    expect(await isConfirmed()).toBe(false)

    await site.request('POST', '/api/add-user', { as: 'admin', body: { userEmail: email, userRole: 'Admin' } })
    expect((await site.request('POST', '/api/add-logo', { body: { logo: '/a.svg' }, headers: { cookie } })).status).toBe(403)
    // Only the button confirms. Opening the link changes nothing (P-58).
    const pageReply = await site.request('GET', new URL(link).pathname + new URL(link).search, { headers: { cookie } })
    expect(pageReply.status).toBe(200)
    expect(pageReply.text).toContain('Confirm my address</button>')
    expect(await isConfirmed()).toBe(false)
    expect((await confirm(cookie)).json()).toEqual({ message: 'Your email address is confirmed.' })
    expect((await confirm(cookie)).status).toBe(200)
    expect(await isConfirmed()).toBe(true)
    expect(await listAuditEntries()).toContainEqual({ action: 'email.verified', actor: email })
    expect((await site.request('POST', '/api/add-logo', { body: { logo: '/a.svg' }, headers: { cookie } })).status).toBe(201)
    expect((await post('/resend-verification', {}, cookie)).json()).toEqual({
      message: 'Your email address is already confirmed.',
    })
  })

  it('a confirmation link can be sent again, and a reset confirms the email too', async () => {
    const cookie = await register()
    await waitForMail(email, 'Confirm your email address')
    server.received.length = 0
    expect((await post('/resend-verification', {}, cookie)).json()).toEqual({ message: 'We sent a link to your inbox.' })
    await waitForMail(email, 'Confirm your email address')
    expect(await isConfirmed()).toBe(false)
    await post('/reset-password', { token: await requestResetToken(), password: newPassword })
    expect(await isConfirmed()).toBe(true)
  })

  // No query decides this.
  it.runIf(kind.name === 'SQLite')("links use the site's own URL, whatever the request claims", async () => {
    await register()
    server.received.length = 0
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    await site.request('POST', '/api/request-password-reset', { body: { email }, headers })
    expect((await waitForMail(email, 'Choose a new password'))?.text).not.toContain('evil')
    await site.request('POST', '/api/auth/request-password-reset', {
      body: { email, redirectTo: 'https://evil.example/x' },
      headers,
    })
    const resets = () => server.received.filter(({ subject }) => subject === 'Choose a new password')
    await expect.poll(() => resets().length).toBe(2)
    expect(server.received.map(({ text }) => text).join()).not.toContain('evil')
  })

  it('a new account and a new password are kept if the server can’t create a session', async () => {
    const old = await register()
    const signedUpEmail = email.replace('person', 'late')
    const stored = await openSiteDatabase(site.environment)
    const replies = await stored.forbidSessions(() =>
      Promise.all([
        post('/register', { email: signedUpEmail, password }),
        post('/change-password', { password, newPassword }, old),
      ]),
    )
    await stored.close()
    expect(replies.map((reply) => [reply.status, toCookieHeader(reply)])).toEqual([
      [201, ''],
      [200, ''],
    ])
    expect([(await signIn(newPassword)).status, await hasSession(old)]).toEqual([200, false])
    email = signedUpEmail
    expect((await signIn(password)).status).toBe(200)
  })

  it('a form has the exact error texts for email and password (P-44)', async () => {
    const getFieldErrors = async (path: string, body: object) => ((await post(path, body)).json() as { fields: object }).fields
    for (const path of ['/register', '/sign-in']) {
      expect(await getFieldErrors(path, { email: '', password: '' })).toEqual({
        email: 'Email is Required',
        password: 'Password is Required',
      })
      expect(await getFieldErrors(path, { email: 'ab@c', password: '12345' })).toEqual({
        email: 'Provide a Valid Email',
        password: 'Minimum 6 Characters',
      })
    }
    expect(await getFieldErrors('/request-password-reset', { email: '' })).toEqual({ email: 'Email is Required' })
  })

  // Runs last: a delivery may hang until the mail server closes, and block later emails.
  it('a call does not wait for a mail server that hangs', async () => {
    server.behavior = 'hanging'
    await register()
    await post('/request-password-reset', { email })
    // A call that waited would have ended with the failure of the delivery.
    const unsent = database.main.selectFrom('email_outbox').select('last_error').where('recipient', '=', email)
    expect(new Set((await unsent.execute()).map(({ last_error }) => last_error))).toEqual(new Set([null]))
  })

  async function isConfirmed(): Promise<boolean> {
    const [row] = await queryRows(`select "emailVerified" from "user" where "email" = '${email}'`)
    return Boolean(row?.emailVerified)
  }

  /** Reads rows with plain SQL, because the authentication library's tables have no types here. */
  async function queryRows(statement: string): Promise<Record<string, unknown>[]> {
    const { CompiledQuery } = await import('kysely')
    return (await database.main.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement))).rows
  }

  it('name the account to password managers, but the reset link alone tells no one whose it is', async () => {
    const cookie = await register()
    const username = new RegExp(
      `<input [^>]*autoComplete="username"[^>]*value="${email}"|value="${email}"[^>]*autoComplete="username"`,
    )
    const account = await site.request('GET', '/account', { headers: { cookie } })
    expect(account.text).toMatch(username)
    for (const path of ['/register', '/login'])
      expect((await site.request('GET', path)).text).toMatch(
        /name="email"[^>]*autoComplete="username"|autoComplete="username"[^>]*name="email"/,
      )
    const asked = await site.request('POST', '/reset', { form: { email } })
    const form = await site.request('GET', '/reset?token=any', { headers: { cookie: toCookieHeader(asked) } })
    expect(form.text).toMatch(username)
    const other = (await site.request('GET', '/reset?token=any')).text
    expect([other.includes('name="password"'), other.includes(email)]).toEqual([true, false])
    expect(other).toMatch(/<input [^>]*autoComplete="username"[^>]*value=""/)
  })
})
