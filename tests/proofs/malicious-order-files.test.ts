import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { orderFileExtensions, orderFileTypes } from '#contract/work/order-files.ts'
import { buildMaliciousFiles, buildPolyglotImages } from '../support/malicious-images.ts'
import { createOrderClient } from '../support/order-client.ts'
import { PDF_FILE, WORD_FILE } from '../support/order-files.ts'
import { pickOnePerKind, runsFullProofs, sampleCasesOnPostgres } from '../support/proof-size.ts'
import { registerAndLogIn } from '../support/test-accounts.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { createTestImage } from '../support/test-images.ts'

const PAGE = '<!doctype html><script>alert(1)</script>'
/** The types that a download may have. No browser runs them, even without the other headers. */
const SAFE_TYPES = Object.values(orderFileTypes).map(({ type }) => type)
const SAFE_NAME = new RegExp(`^[^\\p{Cc}\\p{Cf}/\\\\]{1,212}\\.(${orderFileExtensions.join('|')})$`, 'u')
const NAMES = ['page.html', 'photo.png', 'a"b\r\nc.svg', `${'x'.repeat(300)}.exe`, '\u202egnp.exe']

describeOnEachDatabase('a hostile file of an order', (database) => {
  const site = startAppForSuite(database)
  const { call, placeOrder, upload, download } = createOrderClient(site)

  it('is refused with a sentence, or comes back as a download that no browser runs', async () => {
    const files = [...(await buildMaliciousFiles()), ...(await buildPolyglotImages()), ...(await buildPolyglotDocuments())]
    // The type that a sender claims doesn't matter here.
    const distinct = [...new Map(files.map((file) => [file.bytes.toString('latin1'), file])).values()]
    const sample = runsFullProofs ? distinct : pickOnePerKind(distinct, ({ name }) => name.replace(/\d+/g, ''))
    const order = await placeOrder()
    const accepted: string[] = []
    for (const [nth, { name, bytes }] of sampleCasesOnPostgres(database, sample, (file) => file.name.slice(0, 5)).entries()) {
      const fileName = NAMES[nth % NAMES.length] ?? ''
      const { status, reply } = await upload(order, 'customer', bytes, fileName)
      if (status === 400) {
        expect([name, reply.fields?.file]).toEqual([name, expect.stringMatching(/^[A-Z].+\.$/)])
        continue
      }
      expect([name, status]).toEqual([name, 201])
      accepted.push(reply.record._id)
      expect([name, reply.record.name]).toEqual([name, expect.stringMatching(SAFE_NAME)])
      const { headers, bytes: served } = await download(reply.record._id, 'admin')
      expect([name, Buffer.compare(served, bytes)]).toEqual([name, 0])
      expect([name, headers]).toMatchObject([
        name,
        {
          'content-type': expect.toBeOneOf(SAFE_TYPES),
          'content-disposition': expect.stringMatching(/^attachment;/),
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
          'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
        },
      ])
      if (!reply.record.preview) continue
      const preview = await site.request('GET', reply.record.preview, { as: 'customer' })
      expect([preview.headers['content-type'], preview.text.includes('script')]).toEqual(['image/webp', false])
    }
    const listed = (await call<{ _id: string }[]>('GET', `/order-files/${order}?page=1&size=1000`, 'admin')).reply
    expect(new Set(listed.map(({ _id }) => _id))).toEqual(new Set(accepted))
    const stranger = await registerAndLogIn(site, 'stranger@example.com')
    for (const id of accepted) expect((await stranger.open(`/api/order-file/${id}`)).status).toBe(404)
  })
})

/** Builds documents that are also something else, and one that unpacks to a gigabyte. */
async function buildPolyglotDocuments(): Promise<{ name: string; bytes: Buffer }[]> {
  const page = Buffer.from(PAGE)
  const png = await createTestImage(40, 34, { format: 'png' })
  return [
    { name: 'a PDF with a page behind it', bytes: Buffer.concat([PDF_FILE, page]) },
    {
      name: 'a PDF with a script',
      bytes: Buffer.from(PDF_FILE.toString().replace('/Catalog', '/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>')),
    },
    { name: 'a PDF behind a page', bytes: Buffer.concat([page, PDF_FILE]) },
    { name: 'a PDF behind an image', bytes: Buffer.concat([png, PDF_FILE]) },
    { name: 'a Word file behind an image', bytes: Buffer.concat([png, WORD_FILE]) },
    { name: 'a page behind a Word file', bytes: Buffer.concat([WORD_FILE, page]) },
    { name: 'a page in UTF-16', bytes: Buffer.from(`\ufeff${PAGE}`, 'utf16le') },
    { name: 'a page behind a comment', bytes: Buffer.from(`text\n${PAGE}`) },
    { name: 'a table of formulas', bytes: Buffer.from('=cmd|"/c calc"!A1,=HYPERLINK("http://evil.example")\n') },
    {
      name: 'a packed gigabyte',
      bytes: Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync(Buffer.alloc(20 * 1024 * 1024))]),
    },
  ]
}
