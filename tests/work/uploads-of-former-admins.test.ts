import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { OrderFile } from '#contract/work/order-files.ts'
import { createOrderClient } from '../support/order-client.ts'
import { buildFileForm } from '../support/order-files.ts'
import { makeAdmin, registerAccount } from '../support/test-accounts.ts'
import { startAppForSuite } from '../support/test-app.ts'
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
    const admin = await addAdmin()
    const page = await uploadDuring(`/admin/payment-status/${order}`, admin.cookie, textForm(), admin[event])
    expect(page.headers.location).toMatch(/^\/login\?/)
    expect((await call<OrderFile[]>('GET', `/order-files/${order}?page=1`, 'admin')).reply).toEqual([])
    expect((await call<object[]>('GET', `/order-messages/${order}`, 'admin')).reply).toEqual([])
    expect((await call<object[]>('GET', '/media?page=1', 'admin')).reply).toEqual([])
  })

  it('sends no message of a form without a file', async () => {
    const order = await placeOrder()
    const admin = await addAdmin()
    const form = new FormData()
    form.set('_form', 'message')
    form.set('text', `What a former admin ${'still '.repeat(50)} wants to say`)
    const reply = await uploadDuring(`/admin/payment-status/${order}`, admin.cookie, form, admin.removeRole)
    expect(reply.headers.location).toMatch(/^\/login\?/)
    expect((await call<object[]>('GET', `/order-messages/${order}`, 'admin')).reply).toEqual([])
  })
})
