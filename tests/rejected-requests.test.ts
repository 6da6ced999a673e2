import { expect, it } from 'vitest'
import { startAppForSuite } from './support/test-app.ts'
import { describeOnSqlite } from './support/test-databases.ts'

describeOnSqlite('rejected requests', (database) => {
  const site = startAppForSuite(database)

  const json = { 'content-type': 'application/json' }
  const post = (payload: string, headers: Record<string, string> = json) =>
    site.request('POST', '/api/add-logo', { as: 'admin', payload, headers })

  it('answers 413 to a body over 64 KB', async () => {
    const reply = await post(JSON.stringify({ logo: 'x'.repeat(70_000) }))
    expect(reply.status).toBe(413)
    expect(reply.json()).toEqual({ error: 'The request is too large: at most 64 KB are accepted.' })
  })

  it('answers 415 to a form, a text and an unknown type', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/xml']) {
      expect((await post('logo=1', { 'content-type': type })).status).toBe(415)
    }
  })

  it('answers 400 to broken JSON, and to an empty body with a sentence per field', async () => {
    expect((await post('{"logo":')).json()).toEqual({ error: 'The request isn’t valid JSON.' })
    const empty = await site.request('POST', '/api/add-logo', { as: 'admin' })
    expect(empty.status).toBe(400)
    expect((empty.json() as { fields: object }).fields).toEqual({ logo: 'Logo image is required.' })
  })

  it('answers 400 to an ambiguous multipart form', async () => {
    for (const payload of ['no parts', '--a\r\ncontent-disposition: form-data; name="email"', '--b--\r\n'])
      for (const type of ['multipart/form-data; boundary=a', 'multipart/form-data']) {
        const reply = await site.request('POST', '/contact', { payload, headers: { 'content-type': type } })
        expect([payload, type, reply.status]).toEqual([payload, type, 400])
        expect(reply.text).toContain('We couldn’t read the form. Please go back and send it again.')
      }
  })

  it('answers 400 to an email that becomes another address in lower case', async () => {
    const email = '\u212aelvin@example.com'
    const headers = { origin: 'http://127.0.0.1:3000' }
    for (const [path, body] of [
      ['/api/register', { email, password: 'correct horse' }],
      ['/api/auth/sign-up/email', { email, password: 'correct horse', name: email }],
      ['/api/add-subscriber', { subemail: email }],
      ['/api/add-message', { email, message: 'Hello' }],
      ['/api/add-user', { userEmail: email, userRole: 'Admin' }],
    ] as const)
      expect([path, (await site.request('POST', path, { as: 'admin', body, headers })).status]).toEqual([path, 400])
  })

  it('answers 400 to NUL, a lone surrogate, deep nesting and a polluted prototype', async () => {
    const deep = '['.repeat(30) + ']'.repeat(30)
    const bodies = [
      '{"logo":"/a\\u0000"}',
      '{"logo":"/a\\ud800"}',
      `{"logo":${deep}}`,
      '{"__proto__":{"logo":"/a"}}',
      '{"constructor":{"prototype":{}}}',
    ]
    for (const body of bodies) expect((await post(body)).status, body).toBe(400)
    expect((await site.request('GET', '/api/logo')).json()).toEqual([])
  })

  it('answers 400 to a repeated parameter', async () => {
    const status = async (query: string) => (await site.request('GET', `/api/audit-entries?${query}`, { as: 'admin' })).status
    expect([await status('size=5'), await status('size=5&size=7'), await status('search=a&search=b')]).toEqual([200, 400, 400])
  })

  it('answers 404 in JSON below /api to an unknown path or method', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['DELETE', '/api/logo'],
      ['POST', '/api/banner'],
      ['GET', '/api/logo/%00'],
    ]) {
      const reply = await site.request(method ?? '', path ?? '')
      expect([400, 404]).toContain(reply.status)
      expect(reply.json()).toEqual({ error: expect.any(String) })
    }
  })

  it('rejects a write from another site, and accepts one from a program without an origin', async () => {
    const body = { subemail: 'person@example.com' }
    const send = (headers: Record<string, string>) => site.request('POST', '/api/add-subscriber', { body, headers })
    expect((await send({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send({ origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' })).status).toBe(201)
    expect((await send({})).status).toBe(201)
  })

  it('shows no stack trace or file name in an error', async () => {
    for (const reply of [await post('{'), await post('{}'), await site.request('GET', '/api/banner/x')]) {
      expect(reply.text).not.toMatch(/\bat \/|node_modules|\.ts:|Error:/)
    }
  })
})
