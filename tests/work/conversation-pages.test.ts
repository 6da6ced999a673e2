import { beforeAll, expect, it } from 'vitest'
import { createOrderClient } from '../support/order-client.ts'
import { buildFileForm, PDF_FILE } from '../support/order-files.ts'
import { registerAndLogIn } from '../support/test-accounts.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describeOnSqlite('the pages with the messages of an order', (database) => {
  const site = startAppForSuite(database)
  const { placeOrder, write, list, call } = createOrderClient(site)
  const pages = { customer: (id: string) => `/my-order/${id}`, admin: (id: string) => `/admin/payment-status/${id}` }
  let order: string
  beforeAll(async () => {
    order = await placeOrder()
  })
  const open = async (as: 'customer' | 'admin', id: string, query = '') =>
    (await site.request('GET', pages[as](id) + query, { as })).text
  const post = (path: string, fields: Record<string, string>) =>
    site.request('POST', path, { as: 'customer', headers: FORM, payload: new URLSearchParams(fields).toString() })
  /** Posts the form as browsers do: the texts, then the file, then the pressed button. */
  function postWithFile(path: string, file: FormData, fields: Record<string, string> = {}) {
    const body = new FormData()
    for (const [name, value] of Object.entries({ _form: 'message', _once: 'form-1', upTo: '', text: '' })) body.set(name, value)
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    for (const [name, value] of file) body.append(name, value)
    return site.request('POST', path, { as: 'customer', body })
  }

  it('send a message of the customer once, and return to the messages', async () => {
    const id = await placeOrder()
    const fields = { _form: 'message', _once: 'form-1', text: 'Hello <b>there</b>\nhttps://example.com/a', upTo: '' }
    for (const _attempt of [1, 2]) {
      const { status, headers } = await post(pages.customer(id), fields)
      expect([status, headers.location]).toEqual([302, `${pages.customer(id)}#conversation`])
    }
    expect((await list(id, 'customer')).reply).toHaveLength(1)
    const html = await open('customer', id)
    expect(html).toContain('Hello &lt;b&gt;there&lt;/b&gt;')
    expect(html).toContain('<a href="https://example.com/a" rel="nofollow noopener noreferrer">')
  })

  it('send a file of the customer with or without text, and show it as a download', async () => {
    const id = await placeOrder()
    const plan = buildFileForm(PDF_FILE, 'plan "A".pdf')
    for (const text of ['', 'The plan'])
      for (const _attempt of [1, 2]) expect((await postWithFile(pages.customer(id), plan, { text })).status).toBe(302)
    const { reply } = await list(id, 'customer')
    const files = [{ name: 'plan "A".pdf' }]
    expect(reply).toMatchObject([
      { text: '', files },
      { text: 'The plan', files },
    ])
    const html = await open('customer', id)
    expect(html).toContain(`href="/api/order-file/${reply[0]?.files[0]?._id}"`)
    expect(html).toContain('plan &quot;A&quot;.pdf')
  })

  it('send a text without a chosen file before the payment, and keep the text of one with a file (P-308)', async () => {
    const id = await placeOrder({ isPaid: false })
    expect((await postWithFile(pages.customer(id), new FormData(), { text: 'When do you start?' })).status).toBe(302)
    for (const file of [PDF_FILE, Buffer.concat([PDF_FILE, Buffer.alloc(300_000)])]) {
      const refused = await postWithFile(pages.customer(id), buildFileForm(file, 'plan.pdf'), { text: 'Our plan' })
      expect([refused.status, refused.text]).toEqual([403, expect.stringMatching(/You can add files as soon as.*>Our plan</s)])
    }
    expect((await list(id, 'customer')).reply).toMatchObject([{ text: 'When do you start?', files: [] }])
  })

  it('are on the page of the order’s work, too', async () => {
    const id = await placeOrder()
    await call('PUT', `/order-paid/${id}`, 'admin', { reason: 'In cash' })
    await write(id, 'admin', { text: 'The draft is up' })
    expect((await site.request('GET', `/work/${id}`, { as: 'admin' })).text).toContain('The draft is up')
    expect(await open('customer', id)).toContain('The draft is up')
  })

  it('explain a refusal at the field and keep the text', async () => {
    const empty = await post(pages.customer(order), { _form: 'message', text: ' ', upTo: '' })
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('Please enter a message.')])
    const long = await post(pages.customer(order), { _form: 'message', text: `${'long '.repeat(2_001)}`, upTo: '' })
    expect([long.status, long.text]).toEqual([400, expect.stringContaining('long long long')])
    const customerPage = pages.customer(order)
    const page = await postWithFile(customerPage, buildFileForm(Buffer.from('<html>'), 'a.pdf'), { text: 'My plan' })
    expect([page.status, page.text]).toEqual([400, expect.stringMatching(/looks like a web page.*>My plan</s)])
    expect((await postWithFile(customerPage, buildFileForm(Buffer.alloc(0), ''))).text).toContain('Please enter a message.')
    const withEmptyFile = buildFileForm(Buffer.alloc(0), 'a.txt')
    for (const [name, value] of buildFileForm(PDF_FILE, 'plan.pdf')) withEmptyFile.append(name, value)
    const partly = await postWithFile(customerPage, withEmptyFile, { text: 'Both lists' })
    expect([partly.status, partly.text]).toEqual([400, expect.stringMatching(/a\.txt.*>Both lists<.*>plan\.pdf</s)])
    expect((await list(order, 'admin')).reply).toEqual([])
  })

  it('keep the text of the customer if the file is above 25 MB', async () => {
    const id = await placeOrder()
    const file = buildFileForm(Buffer.alloc(25 * 1024 * 1024 + 1), 'photos.pdf')
    const { status, text } = await postWithFile(pages.customer(id), file, { text: 'Our sign is new.' })
    expect([status, text]).toEqual([413, expect.stringMatching(/This file is too large.*>Our sign is new\.</s)])
    expect((await list(id, 'customer')).reply).toEqual([])
  })

  it('keep the uploaded file of a refused message of the customer', async () => {
    const id = await placeOrder()
    const text = 'long '.repeat(2_001)
    const refused = await postWithFile(pages.customer(id), buildFileForm(PDF_FILE, 'plan.pdf'), { text })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Attached:')])
    const [, attachedFile = ''] = /name="attachedFile" value="([^"]+)"/.exec(refused.text) ?? []
    const noFile = buildFileForm(Buffer.alloc(0), '')
    const fields = { text: 'Short', attachedFile, attachedFileName: 'plan.pdf' }
    expect((await postWithFile(pages.customer(id), noFile, fields)).status).toBe(302)
    expect((await list(id, 'customer')).reply).toMatchObject([{ text: 'Short', files: [{ name: 'plan.pdf' }] }])
  })

  it('send several files at once, and keep the others if one is refused', async () => {
    const id = await placeOrder()
    const chosen = buildFileForm(PDF_FILE, 'plan.pdf')
    for (const [bytes, name] of [
      ['<html>', 'page.pdf'],
      ['city,visits', 'visits.csv'],
      ['<svg>', 'logo.svg'],
    ] as const)
      for (const [part, file] of buildFileForm(Buffer.from(bytes), name)) chosen.append(part, file)
    const refused = await postWithFile(pages.customer(id), chosen, { text: 'Our files' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/“page\.pdf”: .*“logo\.svg”: .*>Our files</s)])
    const [, attachedFile = ''] = /name="attachedFile" value="([^"]+)"/.exec(refused.text) ?? []
    const more = buildFileForm(Buffer.from('Dear team,'), 'letter.txt')
    const fields = { text: 'Our files', attachedFile, attachedFileName: 'plan.pdf/visits.csv' }
    expect((await postWithFile(pages.customer(id), more, fields)).status).toBe(302)
    const { reply } = await list(id, 'customer')
    expect(reply).toHaveLength(1)
    expect(reply[0]?.files.map(({ name }) => name)).toEqual(['plan.pdf', 'visits.csv', 'letter.txt'])
  })

  it('take ten files and say so', async () => {
    const id = await placeOrder()
    const chosen = new FormData()
    for (let nth = 1; nth <= 11; nth++)
      for (const [part, file] of buildFileForm(Buffer.from(`Page ${nth}`), `${nth}.txt`)) chosen.append(part, file)
    const refused = await postWithFile(pages.customer(id), chosen, { text: 'Many' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/at most 10 files at a time.*>Many</s)])
    expect(refused.text.match(/href="\/api\/order-file/g)).toHaveLength(10)
    const readAttached = (html: string) =>
      Object.fromEntries(
        ['attachedFile', 'attachedFileName'].map((name) => [
          name,
          new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '',
        ]),
      )
    const attached = readAttached(refused.text)
    const oneMore = buildFileForm(Buffer.from('Page 12'), '12.txt')
    const full = await postWithFile(pages.customer(id), oneMore, { text: 'Many', ...attached })
    expect([full.status, full.text]).toEqual([400, expect.stringContaining('at most 10 files at a time')])
    expect(readAttached(full.text)).toEqual(attached)
    const [removeFile = ''] = attached.attachedFile?.split('/') ?? []
    const noFile = buildFileForm(Buffer.alloc(0), '')
    const removed = await postWithFile(pages.customer(id), noFile, { text: 'Many', ...attached, removeFile })
    expect([removed.status, removed.text]).toEqual([200, expect.stringContaining('>Many<')])
    expect(removed.text).toMatch(/role="status"[^>]*>File removed</)
    expect(readAttached(removed.text).attachedFile).toBe(attached.attachedFile?.replace(`${removeFile}/`, ''))
    const sent = await postWithFile(pages.customer(id), oneMore, { text: 'Ten', ...readAttached(removed.text) })
    expect(sent.status).toBe(302)
    expect((await list(id, 'customer')).reply.at(-1)?.files).toHaveLength(10)
    chosen.delete('file')
    for (let nth = 1; nth <= 10; nth++)
      for (const [part, file] of buildFileForm(Buffer.from(`Page ${nth}`), `${nth}.txt`)) chosen.append(part, file)
    expect((await postWithFile(pages.customer(id), chosen)).status).toBe(302)
    expect((await list(id, 'customer')).reply.at(-1)?.files).toHaveLength(10)
  })

  it('show a note to the team only', async () => {
    const id = await placeOrder()
    await write(id, 'admin', { text: 'Ask Rosa', internal: true })
    expect(await open('admin', id)).toMatch(/Note for the team.*Ask Rosa/s)
    expect(await open('customer', id)).not.toContain('Ask Rosa')
  })

  it('mark messages as read by a button or an answer, never by opening', async () => {
    const id = await placeOrder()
    const { record } = (await write(id, 'admin', { text: 'Please look' })).reply
    const unread = async () =>
      (await call<{ _id: string }[]>('GET', '/unread-order-messages', 'customer')).reply.some(({ _id }) => _id === id)
    const html = await open('customer', id)
    expect(html).toContain('Mark as read')
    expect(await unread()).toBe(true)
    expect((await post(pages.customer(id), { _form: 'read', upTo: record._id })).status).toBe(200)
    expect(await unread()).toBe(false)
    expect(await open('customer', id)).not.toContain('Mark as read')
    const { record: second } = (await write(id, 'admin', { text: 'And this' })).reply
    await post(pages.customer(id), { _form: 'message', text: 'Done', upTo: second._id })
    expect(await unread()).toBe(false)
  })

  it('begin with the newest page of messages and link the others', async () => {
    const id = await placeOrder()
    for (let nth = 1; nth <= 21; nth++) await write(id, 'customer', { text: `Message number ${nth}.` })
    const html = await open('customer', id)
    expect([html.includes('number 21.'), html.includes('number 20.')]).toEqual([true, false])
    expect(html).toContain('messages=1#conversation')
    expect(await open('customer', id, '?messages=1')).toContain('number 20.')
  })

  it('are a 404 for other customers', async () => {
    const stranger = await registerAndLogIn(site, 'stranger-of-pages@example.com')
    expect((await stranger.open(pages.customer(order))).status).toBe(404)
    expect((await stranger.send(pages.customer(order), { _form: 'message', text: 'Hi', upTo: '' })).status).toBe(404)
    expect((await stranger.send(pages.customer(order), { _form: 'read', upTo: 'x' })).status).toBe(404)
  })
})
