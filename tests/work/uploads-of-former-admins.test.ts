import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { OrderFile } from '#contract/work/order-files.ts'
import { createOrderClient } from '../support/order-client.ts'
import { buildFileForm } from '../support/order-files.ts'
import { makeAdmin, registerAccount } from '../support/test-accounts.ts'
import { customerEmail, getSessionCookie, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { createTestImage } from '../support/test-images.ts'

describeOnEachDatabase('an upload whose sender loses access while it runs', (database) => {
  const site = startAppForSuite(database)
  const { call, placeOrder } = createOrderClient(site)
  let people = 0

  /** Logs a new admin in. Returns the session cookie, and what takes the access away. */
  async function addAdmin() {
    const email = `former-${people++}@example.com`
    const cookie = await registerAccount(site, email)
    const { _id } = await makeAdmin(site, email)
    return {
      cookie,
      removeRole: () => site.request('DELETE', `/api/users/${_id}`, { as: 'admin' }),
      logOut: () => site.request('POST', '/api/sign-out', { headers: { cookie }, body: {} }),
    }
  }

  /** Sends the first bytes, runs `event` once the server has read them, and sends the rest. */
  async function uploadDuring(path: string, cookie: string, form: FormData, event: () => Promise<{ status: number }>) {
    const encoded = new Response(form)
    const bytes = Buffer.from(await encoded.arrayBuffer())
    let eventStatus = 0
    const payload = Readable.from(
      (async function* () {
        yield bytes.subarray(0, 200)
        eventStatus = (await event()).status
        yield bytes.subarray(200)
      })(),
    )
    const headers = { cookie, 'content-type': encoded.headers.get('content-type') ?? '' }
    const reply = await site.app.server.inject({ method: 'POST', url: path, headers, payload })
    expect(eventStatus).toBe(200)
    return reply
  }

  it.each(['removeRole', 'logOut'] as const)('stores nothing after %s', async (event) => {
    const order = await placeOrder()
    const textForm = () => buildFileForm(Buffer.from('Work of a former admin'), 'a.txt')
    for (const [path, form] of [
      [`/api/order-file/${order}`, textForm()],
      ['/api/media', buildFileForm(await createTestImage(90, 60), 'a.jpg')],
      ['/api/content-import', textForm()],
    ] as const) {
      const admin = await addAdmin()
      const reply = await uploadDuring(path, admin.cookie, form, admin[event])
      // A file that isn't an export is refused before that.
      expect([path, reply.statusCode]).toEqual([path, path === '/api/content-import' ? 400 : 401])
    }
    expect((await call<OrderFile[]>('GET', `/order-files/${order}?page=1`, 'admin')).reply).toEqual([])
    expect((await call<object[]>('GET', `/order-messages/${order}`, 'admin')).reply).toEqual([])
    expect((await call<object[]>('GET', '/media?page=1', 'admin')).reply).toEqual([])
  })

  it('sends neither the message nor the file of a customer who logs out meanwhile', async () => {
    const order = await placeOrder()
    const form = (file: Buffer) => {
      const fields = buildFileForm(file, 'a.txt')
      fields.set('_form', 'message')
      fields.set('text', `What a customer ${'still '.repeat(50)} wants to say`)
      return fields
    }
    for (const file of [Buffer.from(''), Buffer.from('Work of a customer')]) {
      const cookie = await getSessionCookie(site, customerEmail)
      const logOut = () => site.request('POST', '/api/sign-out', { headers: { cookie }, body: {} })
      const reply = await uploadDuring(`/my-order/${order}`, cookie, form(file), logOut)
      expect(reply.headers.location).toMatch(/^\/login\?/)
    }
    expect((await call<OrderFile[]>('GET', `/order-files/${order}?page=1`, 'admin')).reply).toEqual([])
    expect((await call<object[]>('GET', `/order-messages/${order}`, 'admin')).reply).toEqual([])
  })
})
