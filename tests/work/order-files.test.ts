import { parse } from 'content-disposition'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { MAX_FILE_BYTES_PER_ORDER, type OrderFile } from '#contract/work/order-files.ts'
import { createOrderClient } from '../support/order-client.ts'
import { buildFileForm, buildZip, EXCEL_FILE, PDF_FILE, WORD_FILE, WORD_FILE_WITH_MACROS } from '../support/order-files.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestBrowser, registerAndLogIn } from '../support/test-accounts.ts'
import { customerEmail, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { createTestImage } from '../support/test-images.ts'

const MB = 1024 * 1024
const HEIC = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(100)])
const HTML = '<!doctype html><script>alert(1)</script>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

describeOnEachDatabase('the files of an order', (database) => {
  const site = startAppForSuite(database)
  const { call, placeOrder, markPaid, upload, write, list: listMessages, download } = createOrderClient(site)
  let order: string
  const stored = startForSuite(() => openSiteDatabase(site.environment))
  beforeAll(async () => {
    order = await placeOrder()
  })
  const countRows = async (table: string) => {
    const { rows } = await sql.raw<{ n: number }>(`select count(*) as n from ${table}`).execute(stored.main)
    return Number(rows[0]?.n)
  }
  const listFiles = async (id: string) => (await call<OrderFile[]>('GET', `/order-files/${id}?page=1`, 'admin')).reply

  it('come back byte for byte as safe downloads', async () => {
    const image = await createTestImage(900, 600)
    const text = Buffer.from('Dear team,\nhere is the list.\n')
    const files: [Uint8Array, string, string][] = [
      [PDF_FILE, 'plan.pdf', 'application/pdf'],
      [WORD_FILE, 'texts.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      [EXCEL_FILE, 'prices.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      [Buffer.from('city,visits\nChatham,12\n'), 'visits.csv', 'text/csv'],
      [Buffer.from('\ufeffcity\tvisits\n', 'utf16le'), 'Keyword Stats.csv', 'text/csv'],
      [text, 'letter.txt', 'text/plain'],
      [image, 'office.jpg', 'image/jpeg'],
      [await createTestImage(90, 60, { format: 'png' }), 'logo.png', 'image/png'],
      [await createTestImage(90, 60, { format: 'webp' }), 'logo.webp', 'image/webp'],
      [await createTestImage(90, 60, { format: 'gif' }), 'logo.gif', 'image/gif'],
      [await createTestImage(90, 60, { format: 'avif' }), 'logo.avif', 'image/avif'],
      [HEIC, 'photo.heic', 'image/heic'],
    ]
    for (const [bytes, name, type] of files) {
      const { status, reply } = await upload(order, 'customer', bytes, name)
      expect([name, status, reply.record?.name, reply.record?.type]).toEqual([name, 201, name, type])
      const file = await download(reply.record._id, 'customer')
      expect([name, file.status, Buffer.compare(file.bytes, bytes)]).toEqual([name, 200, 0])
      expect(file.headers).toMatchObject({
        'content-type': type,
        'content-disposition': expect.stringMatching(/^attachment; filename=/),
        'content-length': String(bytes.length),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      })
    }
  })

  it('have a small preview if they are images', async () => {
    const { record } = (await upload(order, 'customer', await createTestImage(901, 600), 'wide.jpg')).reply
    const preview = await site.request('GET', String(record.preview), { as: 'customer' })
    expect([preview.status, preview.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(preview.bytes.length).toBeLessThan(20_000)
    const { record: text } = (await upload(order, 'customer', Buffer.from('plain'), 'a.txt')).reply
    expect(text.preview).toBeUndefined()
    expect((await site.request('GET', `/api/order-file/${text._id}?preview=1`, { as: 'customer' })).status).toBe(404)
  })

  it('keep chunks of a large file in order', async () => {
    const large = Buffer.alloc(3 * MB + 77, 'abcdefghijklmnopqrstuvwxyz 0123456789\n')
    const { reply } = await upload(order, 'customer', large, 'large.txt')
    expect(Buffer.compare((await download(reply.record._id, 'admin')).bytes, large)).toBe(0)
  })

  it.runIf(database.name === 'SQLite')(
    'are refused with a sentence if the content isn’t of an accepted kind, whatever the name says',
    async () => {
      const id = await placeOrder()
      const jpeg = await createTestImage(400, 300, { isNoise: true })
      const refused: [string, Uint8Array, RegExp][] = [
        ['a page', Buffer.from(HTML), /looks like a web page/],
        ['an SVG', Buffer.from(SVG), /looks like an SVG/],
        ['a ZIP', buildZip({ 'a.txt': 'a' }), /looks like a ZIP archive/],
        ['a Word file with macros', WORD_FILE_WITH_MACROS, /macros/],
        ['a JPEG that is also a ZIP', Buffer.concat([jpeg, buildZip({ 'a.txt': 'a' })]), /another file inside/],
        ['a cut JPEG', jpeg.subarray(0, 9_000), /damaged/],
        ['the head of a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /damaged/],
      ]
      for (const [what, bytes, sentence] of refused) {
        for (const name of ['file.pdf', 'photo.jpg']) {
          const { status, reply } = await upload(id, 'customer', bytes, name)
          expect([what, status, reply.fields?.file]).toEqual([what, 400, expect.stringMatching(sentence)])
        }
      }
      expect(await listFiles(id)).toEqual([])
    },
  )

  it.runIf(database.name === 'SQLite')('keep their name, unless it is unsafe or belongs to another type', async () => {
    const names: [string, string][] = [
      ['say "hi".pdf', 'say "hi".pdf'],
      ['two\r\nlines\u2028more.pdf', 'two lines more.pdf'],
      ['../../etc/passwd', 'passwd.pdf'],
      ['run.bat', 'run.bat.pdf'],
      ['Straße 日本 😀.PDF', 'Straße 日本 😀.PDF'],
      ['photo.jpg', 'photo.pdf'],
      ['', 'file.pdf'],
      [`${'😀'.repeat(300)}.pdf`, `${'😀'.repeat(50)}.pdf`],
    ]
    for (const [nth, [name, expectedName]] of names.entries()) {
      const bytes = Buffer.concat([PDF_FILE, Buffer.from(`%${nth}\n`)])
      const { status, reply } = await upload(order, 'customer', bytes, name)
      expect([name, status, reply.record?.name]).toEqual([name, 201, expectedName])
      if (name === 'photo.jpg') expect(reply.message).toBe('File added as photo.pdf')
      const { headers } = await download(reply.record._id, 'customer')
      const header = String(headers['content-disposition'])
      expect(header).toMatch(/^attachment; [\x20-\x7e]+$/)
      expect(parse(header)).toMatchObject({ type: 'attachment', parameters: { filename: expectedName } })
    }
  })

  it('are stored once per side and name, also under an idempotency key', async () => {
    const id = await placeOrder()
    const key = { 'idempotency-key': `"${crypto.randomUUID()}"` }
    const uploads = [
      await upload(id, 'customer', PDF_FILE, 'a.pdf', key),
      await upload(id, 'customer', PDF_FILE, 'a.pdf', key),
      ...(await Promise.all([upload(id, 'customer', PDF_FILE, 'a.pdf'), upload(id, 'customer', PDF_FILE, 'a.pdf')])),
    ]
    expect(new Set(uploads.map(({ reply }) => reply.record._id)).size).toBe(1)
    expect((await upload(id, 'admin', PDF_FILE, 'ours.pdf')).reply.record.internal).toBe(true)
    const renamed = (await upload(id, 'customer', PDF_FILE, 'b.pdf')).reply.record
    await write(id, 'customer', { text: 'First', files: [uploads[0]?.reply.record._id] })
    await write(id, 'customer', { text: 'Second', files: [renamed._id] })
    expect((await listMessages(id, 'customer')).reply).toMatchObject([
      { files: [{ name: 'a.pdf' }] },
      { files: [{ name: 'b.pdf' }] },
    ])
    expect((await listFiles(id)).map(({ name }) => name)).toEqual(['b.pdf', 'ours.pdf', 'a.pdf'])
    expect(await countRows(`order_file where order_id = '${id}'`)).toBe(3)
  })

  it('leave nothing after an upload that breaks off or is too large', async () => {
    const before = await Promise.all(['order_file', 'order_file_chunk'].map(countRows))
    const tooLarge = await upload(order, 'customer', Buffer.alloc(25 * MB + 1, 'a'), 'a.txt')
    expect([tooLarge.status, tooLarge.reply.fields?.file]).toEqual([413, expect.stringContaining('at most 25 MB')])
    const payload = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 half'
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const cut = await site.request('POST', `/api/order-file/${order}`, { as: 'customer', payload, headers })
    expect(cut.status).toBe(400)
    expect((await upload(order, 'customer', Buffer.alloc(0), 'a.txt')).status).toBe(400)
    expect(await Promise.all(['order_file', 'order_file_chunk'].map(countRows))).toEqual(before)
  })

  it('are taken from the customer only after the first payment, and the page says so', async () => {
    const id = await placeOrder({ isPaid: false })
    const readPage = async () => (await site.request('GET', `/my-order/${id}`, { as: 'customer' })).text
    const sentence = 'You can add files as soon as this order is paid.'
    const { status, reply } = await upload(id, 'customer', PDF_FILE, 'a.pdf')
    expect([status, reply.fields?.file]).toEqual([403, sentence])
    const form = buildFileForm(PDF_FILE, 'a.pdf')
    const page = await site.request('POST', `/my-order/${id}`, { as: 'customer', body: form })
    expect([page.status, page.text.includes(sentence)]).toEqual([403, true])
    expect(await readPage()).toContain(`${sentence} Until then, you can send 10 messages.`)
    expect(await readPage()).not.toContain('type="file"')
    expect(await readPage()).toMatch(/<p>Questions(<!-- -->)? about this order\?/)
    expect((await upload(id, 'admin', PDF_FILE, 'ours.pdf')).status).toBe(201)
    await markPaid(id)
    expect(await readPage()).toContain('type="file"')
    expect(await readPage()).toContain('Questions, photos')
    expect((await upload(id, 'customer', PDF_FILE, 'a.pdf')).status).toBe(201)
  })

  it('have a limit for the whole site', async () => {
    const [full, id] = [await placeOrder(), await placeOrder()]
    await upload(full, 'customer', PDF_FILE, 'a.pdf')
    const setBytes = (bytes: number) =>
      stored.main.updateTable('order_file_total').set({ bytes }).where('order_id', '=', full).execute()
    await setBytes(20 * 1024 ** 3)
    for (const role of ['customer', 'admin'] as const) {
      const { status, reply } = await upload(id, role, PDF_FILE, 'a.pdf')
      expect([status, reply.fields?.file]).toEqual([503, expect.stringContaining('has no space for more files right now')])
      expect((await write(id, role, { text: 'Still works' })).status).toBe(201)
    }
    // Browsers send an empty file if none is chosen.
    const form = buildFileForm(Buffer.alloc(0), '')
    for (const [name, value] of Object.entries({ _form: 'message', text: 'Still works on the page' })) form.set(name, value)
    expect((await site.request('POST', `/my-order/${id}`, { as: 'customer', body: form })).status).toBe(302)
    await setBytes(PDF_FILE.length)
    expect((await upload(id, 'customer', PDF_FILE, 'a.pdf')).status).toBe(201)
  })

  it('have at most 500 MB per order', async () => {
    const id = await placeOrder()
    await upload(id, 'customer', PDF_FILE, 'a.pdf')
    await stored.main
      .updateTable('order_file_total')
      .set({ bytes: MAX_FILE_BYTES_PER_ORDER - 10 })
      .where('order_id', '=', id)
      .execute()
    const { status, reply } = await upload(id, 'customer', Buffer.from('More than ten bytes'), 'a.txt')
    expect([status, reply.error]).toEqual([413, expect.stringContaining('500 MB')])
    expect(await countRows(`order_file where order_id = '${id}'`)).toBe(1)
  })

  it('don’t exist for other customers, and neither does an unsent file of the team for the customer', async () => {
    const id = await placeOrder()
    const { record: own } = (await upload(id, 'customer', PDF_FILE, 'own.pdf')).reply
    const { record: ours } = (await upload(id, 'admin', EXCEL_FILE, 'ours.xlsx')).reply
    const stranger = await registerAndLogIn(site, `stranger-of-files@example.com`)
    for (const file of [own, ours]) {
      expect((await stranger.open(`/api/order-file/${file._id}`)).status).toBe(404)
      expect((await createTestBrowser(site).open(`/api/order-file/${file._id}`)).status).toBe(401)
    }
    expect((await download(ours._id, 'customer')).status).toBe(404)
    expect((await download(ours._id, 'admin')).status).toBe(200)
    await write(id, 'admin', { text: 'Here it is', files: [ours._id] })
    expect((await download(ours._id, 'customer')).status).toBe(200)
    // The server reads no upload for an order that isn't the sender's.
    const body = buildFileForm(PDF_FILE, 'a.pdf')
    expect((await site.request('POST', '/api/order-file/no-such-order', { as: 'customer', body })).status).toBe(404)
  })

  it('are erased with the messages, on request and only for that customer', async () => {
    const id = await placeOrder()
    const { record } = (await upload(id, 'customer', await createTestImage(300, 200), 'own.jpg')).reply
    await write(id, 'customer', { text: 'Forget me', files: [record._id] })
    const erase = (email: string) => call('POST', '/erase-customer-notes', 'admin', { email })
    expect((await erase('other@example.com')).status).toBe(200)
    expect((await download(record._id, 'customer')).status).toBe(200)
    for (const _attempt of [1, 2]) expect((await erase(customerEmail.toUpperCase())).status).toBe(200)
    expect((await download(record._id, 'customer')).status).toBe(404)
    for (const table of ['order_file', 'order_file_chunk', 'order_file_preview', 'order_message', 'order_message_burst'])
      expect([table, await countRows(table)]).toEqual([table, 0])
    expect((await call<object[]>('GET', `/order-messages/${id}`, 'customer')).reply).toEqual([])
    expect((await write(id, 'customer', { text: 'A new start' })).status).toBe(201)
  })
})
