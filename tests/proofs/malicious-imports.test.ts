import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { logo } from '#contract/content/kinds/logo.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { EXPORT_VERSION } from '#server/content/transfer/export-format.ts'
import {
  addImageToArchive,
  buildImportForm,
  buildTar,
  type ContentArchive,
  readContentArchive,
  readTarFiles,
  writeContentArchive,
} from '../support/content-archive.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { openTableRowCounts } from '../support/table-row-counts.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../support/test-images.ts'

type MaliciousImport = [name: string, file: Uint8Array, sentence: string, status?: number]

const NOT_AN_EXPORT = 'This isn’t a content export.'
const TRUNCATED = 'This file is incomplete'
const DAMAGED = 'This file is damaged or was edited.'
const ID = '11111111-1111-4111-8111-111111111111'

describeOnEachDatabase('an import is rejected', (database) => {
  let file: Buffer
  const site = startAppForSuite(database)
  const effects = startForSuite(() => openTableRowCounts(site.environment))
  beforeAll(async () => {
    for (const nth of [1, 2])
      await site.request('POST', '/api/add-faq-item', { as: 'admin', body: buildRecordValues(faqItem, nth) })
    await site.request('POST', '/api/media', { as: 'admin', body: buildUploadForm(await createTestImage(40, 30)) })
    file = Buffer.from((await site.request('GET', '/api/content-export', { as: 'admin' })).bytes)
  })

  const send = (bytes: Uint8Array, formFields: Record<string, string> = {}) =>
    site.request('POST', '/api/content-import', { as: 'admin', body: buildImportForm(bytes, formFields) })

  /** Expects that a check and an import reject each file with its sentence and change nothing. */
  async function expectRefused(all: readonly MaliciousImport[], { isCheckedToo = true } = {}) {
    const changes = await effects.countChanges(async () => {
      for (const [name, bytes, sentence, status = 400] of all) {
        for (const formFields of isCheckedToo ? [{ check: '1' }, {}] : [{}]) {
          const reply = await send(bytes, formFields as Record<string, string>)
          const { error = '', fields = {} } = JSON.parse(reply.text) as { error?: string; fields?: Record<string, string> }
          const errorTexts = [error, ...Object.values(fields)].join(' ')
          expect([name, reply.status, errorTexts]).toEqual([name, status, expect.stringContaining(sentence)])
        }
      }
    })
    expect(changes).toEqual({})
  }

  const readExport = () => readContentArchive(file)
  const editExport = (change: (one: ContentArchive) => void, options = {}): Buffer => {
    const one = readExport()
    change(one)
    return writeContentArchive(one, options)
  }
  /** Overwrites bytes of the first tar header and corrects its checksum. */
  const editTarHeader = (at: number, bytes: string): Buffer => {
    const copy = Buffer.from(file)
    copy.write(bytes, at, 'latin1')
    copy.fill(' ', 148, 156)
    const sum = copy.subarray(0, 512).reduce((total, byte) => total + byte, 0)
    copy.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    return copy
  }

  it.runIf(database.name === 'SQLite')(
    'if the file is another archive, is cut off, or is wrong about its sizes',
    async () => {
      const files = [...readTarFiles(file)]
      await expectRefused([
        ['words', Buffer.from('These are words.'), TRUNCATED],
        ['noise', Buffer.alloc(20_000, 'noise'), NOT_AN_EXPORT],
        ['zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2_000)]), NOT_AN_EXPORT],
        ['nothing but zeros', Buffer.alloc(5_120), NOT_AN_EXPORT],
        ['half of it', file.subarray(0, file.length / 2), TRUNCATED],
        ['without its end', file.subarray(0, file.length - 512), TRUNCATED],
        ['something behind it', Buffer.concat([file, Buffer.from('more')]), NOT_AN_EXPORT],
        ['another one behind it', Buffer.concat([file, file]), NOT_AN_EXPORT],
        ['a checksum that is wrong', Buffer.from(file).fill('x', 108, 109), NOT_AN_EXPORT],
        ['a file of 8 GB', editTarHeader(124, '77777777777\0'), TRUNCATED],
        ['a size below zero', editTarHeader(124, '-0000000001\0'), NOT_AN_EXPORT],
        ['a size in other digits', editTarHeader(124, '\x80\0\0\0\0\0\0\0\0\0\x10\0'), NOT_AN_EXPORT],
        ['no size', editTarHeader(124, '\0'.repeat(12)), NOT_AN_EXPORT],
        ['a link', editTarHeader(156, '2'), NOT_AN_EXPORT],
        ['a folder', editTarHeader(156, '5'), NOT_AN_EXPORT],
        ['a long name', editTarHeader(156, 'L'), NOT_AN_EXPORT],
        ['the target of a link', editTarHeader(157, '/etc/passwd'), NOT_AN_EXPORT],
        ['a name in two parts', editTarHeader(345, '../../..'), NOT_AN_EXPORT],
        ['a way out', buildTar([...files.slice(0, 2), ['../../etc/cron.d/x', Buffer.from('x')]]), DAMAGED],
        ['an address of its own', buildTar([...files.slice(0, 2), ['/etc/passwd', Buffer.from('x')]]), DAMAGED],
        ['one file twice', buildTar([...files, files.at(-1) as [string, Buffer]]), DAMAGED],
        ['a file that the manifest doesn’t list', buildTar([...files, ['media/more.jpg', Buffer.from('x')]]), DAMAGED],
        ['a file too few', buildTar(files.slice(0, 2)), DAMAGED],
        ['another order', buildTar(files.toReversed()), DAMAGED],
        [
          'records larger than memory should hold',
          buildTar([files[0] as [string, Buffer], ['content.json', Buffer.alloc(17 * 1024 * 1024, ' ')], ...files.slice(2)]),
          DAMAGED,
        ],
      ])
    },
    60_000,
  )

  it.runIf(database.name === 'SQLite')('if the manifest is wrong', async () => {
    await expectRefused([
      ['another format', editExport(({ manifest }) => Object.assign(manifest, { format: 'wordpress' })), DAMAGED],
      [
        'a newer version',
        editExport(({ manifest }) => Object.assign(manifest, { version: EXPORT_VERSION + 1 })),
        'made by a newer version of this program',
      ],
      ['more than there is to say', editExport(({ manifest }) => Object.assign(manifest, { more: 1 })), DAMAGED],
      [
        'other records than it says',
        editExport(({ content }) => Object.assign(content, { 'faq-item': [] }), { isTrue: false }),
        DAMAGED,
      ],
      ['records that are none', editExport((one) => Object.assign(one, { content: [] })), DAMAGED],
      ['records in a number', editExport(({ content }) => Object.assign(content, { 'faq-item': 7 })), DAMAGED],
      [
        'a field that nests',
        editExport(({ content }) => Object.assign(content, { 'faq-item': [{ _id: ID, accodingTitle: { a: 1 } }] })),
        DAMAGED,
      ],
      [
        'a description that is too long',
        editExport(({ manifest }) => void Object.assign(manifest.pictures[0] as object, { alt: 'x'.repeat(301) })),
        'at most 300 characters',
      ],
      [
        'a focus outside',
        editExport(({ manifest }) => void Object.assign(manifest.pictures[0] as object, { focusX: 101 })),
        'from 0 to 100',
      ],
    ])
  })

  it('if a content kind rejects its records', async () => {
    const item = { _id: ID, accodingTitle: 'Why?', accodingText: 'Because.' }
    const service = { ...buildRecordValues(serviceItem), _id: ID }
    const withItems = (...items: object[]) => editExport(({ content }) => Object.assign(content, { 'faq-item': items }))
    const withKind = (kind: string, ...records: object[]) =>
      editExport(({ content }) => Object.assign(content, { [kind]: records }))
    await expectRefused([
      ['an unknown kind', withKind('guest-book', item), 'a kind of content that this site doesn’t know: “guest-book”'],
      [
        'the payment account',
        withKind('payment-email', { _id: ID, paypalEmail: 'thief@example.com' }),
        'doesn’t know: “payment-email”',
      ],
      ['no id', withItems({ ...item, _id: undefined }), 'FAQ item: it needs its own id.'],
      ['an id that is none', withItems({ ...item, _id: '../1' }), 'FAQ item: it needs its own id.'],
      ['one id twice', withItems(item, item), 'FAQ item, record 2: it needs its own id.'],
      [
        'one id in two kinds',
        editExport(
          ({ content }) =>
            void Object.assign(content, { 'faq-item': [item], 'legal-clause': [{ ...buildRecordValues(faqItem), _id: ID }] }),
        ),
        'it needs its own id.',
      ],
      ['an empty field', withItems({ ...item, accodingTitle: '' }), 'FAQ item: '],
      ['a field too few', withItems({ _id: ID, accodingTitle: 'Why?' }), 'FAQ item: '],
      ['a field too many', withItems({ ...item, role: 'admin' }), 'FAQ item: role is not a field here.'],
      ['a sign that cannot be stored', withItems({ ...item, accodingText: 'a\u0000b' }), 'a character that can’t be stored'],
      [
        'no price',
        withKind('pricing-package', { ...buildRecordValues(pricingPackage), _id: ID, packagePrice: 'from $1,000' }),
        'Pricing',
      ],
      [
        'one package twice',
        withKind(
          'pricing-package',
          { ...buildRecordValues(pricingPackage), _id: ID },
          { ...buildRecordValues(pricingPackage), _id: ID.replace('1', '2') },
        ),
        'another record also has',
      ],
      [
        'two of what there is once',
        withKind('logo', { ...buildRecordValues(logo), _id: ID }, { ...buildRecordValues(logo), _id: ID.replace('1', '2') }),
        'there can be only one',
      ],
      ['an address of what has no page', withItems({ ...item, _slugs: 'why' }), 'its page can’t have this address'],
      ...['', '/', '../admin', 'A', 'a  b', 'a a', 'x'.repeat(80)].map(
        (_slugs): MaliciousImport => [
          `the address “${_slugs}”`,
          withKind('service-item', { ...service, _slugs }),
          'can’t have this address',
        ],
      ),
      [
        'one address twice',
        withKind('service-item', { ...service, _slugs: 'ours' }, { ...service, _id: ID.replace('1', '2'), _slugs: 'ours old' }),
        'Service, record 2: another record also has the address “ours”.',
      ],
      [
        'ways in a circle',
        withKind(
          'redirect',
          { _id: ID, oldPath: '/one', state: 'Moved', newPath: '/two' },
          { _id: ID.replace('1', '2'), oldPath: '/two', state: 'Moved', newPath: '/one' },
        ),
        'so visitors would go in circles',
        409,
      ],
    ])
  })

  it.runIf(database.name === 'SQLite')(
    'if its images are invalid or differ from the manifest',
    async () => {
      const jpeg = await createTestImage(40, 30, { seed: 4 })
      const gps = await sharp(jpeg)
        .withExif({ IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
        .jpeg()
        .toBuffer()
      const exportWithImage = (bytes: Buffer, changes = {}) =>
        writeContentArchive(addImageToArchive(readExport(), bytes, changes))
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
      const isDamaged = 'damaged or incomplete'
      await expectRefused(
        [
          [
            'a name that its bytes have not',
            exportWithImage(jpeg, { id: createHash('sha256').update('other').digest('hex').slice(0, 32) }),
            DAMAGED,
          ],
          ['a size that its bytes have not', exportWithImage(jpeg, { bytes: jpeg.length - 1 }), DAMAGED],
          ['a drawing', exportWithImage(svg), isDamaged],
          ['a page', exportWithImage(Buffer.from('<!DOCTYPE html><script>1</script>')), isDamaged],
          [
            'half a picture',
            exportWithImage((await createTestImage(400, 300, { isNoise: true })).subarray(0, 9_000), { width: 400, height: 300 }),
            isDamaged,
          ],
          ['the place where it was taken', exportWithImage(gps), isDamaged],
          ['what we do not keep', exportWithImage(await createTestImage(40, 30, { format: 'png' })), isDamaged],
          [
            'more pixels than we keep',
            exportWithImage(await createTestImage(3_000, 10), { width: 3_000, height: 10 }),
            isDamaged,
          ],
          ['another width', exportWithImage(jpeg, { width: 41 }), 'An image doesn’t match its entry in the file'],
          [
            'another format',
            exportWithImage(await createTestImage(40, 30, { format: 'webp' })),
            'An image doesn’t match its entry in the file',
          ],
        ],
        { isCheckedToo: false },
      )
    },
    60_000,
  )

  it('if the file is missing or empty, or the form has an invalid field', async () => {
    expect((await site.request('POST', '/api/content-import', { as: 'admin', body: new FormData() })).status).toBe(400)
    expect((await send(Buffer.alloc(0))).status).toBe(400)
    expect((await send(file, { plan: 'nonsense' })).status).toBe(400)
    expect((await send(file, { force: '1' })).status).toBe(400)
    // The content is unchanged.
    expect(JSON.parse((await send(file, { check: '1' })).text)).toMatchObject({ summary: { kinds: [] } })
  })
})
