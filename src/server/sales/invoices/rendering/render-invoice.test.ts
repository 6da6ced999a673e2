import sharp from 'sharp'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { describe, expect, it } from 'vitest'
import type { Invoice, SalesDocumentContent } from '../sales-documents.ts'
import { renderInvoicePdf } from './render-invoice.ts'

const content: SalesDocumentContent = {
  seller: {
    name: 'A Business',
    addresses: ['100 Example Street, Springfield'],
    phones: ['+1 202-555-0142'],
    email: 'hello@example.com',
  },
  buyer: { name: 'Dana Sample', address: '1 Sample Road', country: 'United States', email: 'dana@example.com' },
  order: { number: 1001, placedOn: '2026-06-14' },
  line: { packageName: 'Standard', points: ['Everything in Basic', '25 local keywords'], cents: 99_950 },
  currency: 'USD',
  issuedOn: '2026-06-15',
  paidOn: '2026-06-15',
  isRehearsal: false,
}

function buildInvoice(changes: Partial<SalesDocumentContent>): Invoice {
  return {
    id: 12,
    number: '12',
    orderId: 'an-order',
    issuedAt: Date.UTC(2026, 5, 15, 12),
    paidAt: 0,
    content: { ...content, ...changes },
  }
}

function buildInvoiceFor(changes: Partial<SalesDocumentContent['buyer']>) {
  return buildInvoice({ buyer: { ...content.buyer, ...changes } })
}

async function readPdf(invoice: Invoice) {
  const document = await getDocumentProxy(new Uint8Array(await renderInvoicePdf(invoice)))
  const { text, totalPages } = await extractText(document, { mergePages: true })
  // A font change may add a space to the extracted text.
  return { text: text.replaceAll(/\s+/g, ' '), totalPages, document }
}

/** Returns every piece of text with its page and position. */
async function listTextPieces(document: Awaited<ReturnType<typeof getDocumentProxy>>) {
  const pages = Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1))
  const contents = await Promise.all(pages.map(async (page) => (await page).getTextContent()))
  return contents.flatMap(({ items }, page) =>
    items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [, , , , left, y] = item.transform as number[] as [number, number, number, number, number, number]
      return [{ text: item.str, page, left, right: left + item.width, y: Math.round(y * 10) / 10, size: item.height }]
    }),
  )
}

describe('invoice PDF', () => {
  it('keeps the longest date on one line beside four other values', async () => {
    const credit = { kind: 'reversalEnded', invoice: '12', cancels: 'CN-3' } as const
    const { document } = await readPdf(buildInvoice({ issuedOn: '2026-09-28', paidOn: '2026-09-28', credit }))
    const dates = (await listTextPieces(document)).filter(({ text }) => text.trim() === 'September 28, 2026')
    expect(dates).toHaveLength(2)
  })

  it.each([
    { width: 480, height: 120 },
    { width: 120, height: 120 },
    { width: 30, height: 120 },
    { width: 480, height: 20 },
  ])('has the logo beside the name, whatever its shape: $width by $height', async (size) => {
    const png = await sharp({ create: { ...size, channels: 3, background: 'purple' } })
      .png()
      .toBuffer()
    const name = 'Harbor & Oak Search Marketing of Portland'
    const invoice = buildInvoice({ seller: { ...content.seller, name, logo: '/media/a.webp' } })
    const bytes = await renderInvoicePdf({ ...invoice, logo: png.toString('base64') })
    expect(Buffer.from(bytes).toString('latin1')).toContain(`/Width ${size.width}`)
    const document = await getDocumentProxy(new Uint8Array(bytes))
    const pieces = await listTextPieces(document)
    const [firstOfName, title] = [
      pieces.find(({ text }) => text.startsWith('Harbor')),
      pieces.find(({ text }) => text === 'Invoice 12'),
    ]
    expect(firstOfName?.left).toBeGreaterThan(54 + 5)
    expect(firstOfName?.right).toBeLessThan(title?.left ?? 0)
  })

  it('has the name alone without a logo, and the built-in mark on documents from before there was one', async () => {
    const getNameLeft = async (logo?: string) => {
      const document = await getDocumentProxy(
        new Uint8Array(
          await renderInvoicePdf(buildInvoice({ seller: { ...content.seller, ...(logo !== undefined && { logo }) } })),
        ),
      )
      const [name] = (await listTextPieces(document)).filter(({ text }) => text === content.seller.name)
      return name?.left
    }
    expect(await getNameLeft('')).toBe(54)
    expect(await getNameLeft('https://cdn.example.com/logo.png')).toBe(54)
    expect(await getNameLeft()).toBeGreaterThan(80)
    expect(await getNameLeft('/art/mark.svg')).toBeGreaterThan(80)
  })

  it('names seller, buyer, package, amount and payment date', async () => {
    const { text, totalPages, document } = await readPdf(buildInvoice({}))
    expect(totalPages).toBe(1)
    const { seller, buyer } = content
    const parties = [seller.name, ...seller.addresses, ...seller.phones, 'hello@example.com', ...Object.values(buyer)]
    const facts = [
      'Invoice 12',
      '1001',
      'June 14, 2026',
      'June 15, 2026',
      'Standard',
      '25 local keywords',
      '$999.50 USD',
      'Paid on June 15, 2026',
    ]
    for (const one of [...parties, ...facts]) expect(text).toContain(one)
    expect(text).not.toMatch(/Rehears|\[…\]/)
    const { info } = await getMeta(document)
    expect(info).toMatchObject({ Title: 'Invoice 12', Author: 'A Business', Subject: 'Order 1001', Language: 'en-US' })
    expect(info.CreationDate).toBe('D:20260615120000Z')
  })

  it('says on a rehearsal invoice that no money moved', async () => {
    const { text } = await readPdf(buildInvoice({ isRehearsal: true }))
    expect(text).toContain('Rehearsal: no money moves')
    expect(text).toContain('Nothing was paid, and nothing is due')
    expect(text).toContain('Rehearsed on June 15, 2026')
    expect(text).not.toContain('Paid')
  })

  it('is tagged for screen readers, with the heading first', async () => {
    const { document } = await readPdf(buildInvoice({}))
    expect((await document.getMarkInfo()) as object).toMatchObject({ Marked: true })
    const tree = (await (await document.getPage(1)).getStructTree()) as {
      children: { role: string; children: { role: string }[] }[]
    }
    const roles = tree.children[0]?.children.map(({ role }) => role)
    expect(roles?.[0]).toBe('H1')
    expect(roles).toEqual(expect.arrayContaining(['P', 'Sect', 'Table']))
  })

  it('prints names in every script that its fonts have', async () => {
    const names = [
      'Łukasz Żółć-Święcicka',
      'Nguyễn Thị Ánh Tuyết Đặng',
      'Ελένη Παπαδοπούλου, ᾿Αθῆναι',
      'Ёлкин Иван, Ґалаґан Їжак',
      'İğdır Şahin, Dvořák, Þórður Æsir',
      // Decomposed accents.
      'Zoe\u0308 Nguye\u0302\u0303n',
      'Иван & Łucja, Αθήνα',
    ]
    const { text } = await readPdf(buildInvoice({ line: { ...content.line, points: names } }))
    for (const name of names) expect(text).toContain(name.normalize('NFC'))
    expect(text).not.toContain('[…]')
  })

  it.each([
    ['Chinese', '王小明 陳大文'],
    ['Japanese', '田中さとう カタカナ'],
    ['Korean', '김민수'],
    ['Thai', 'สมชาย'],
    ['Hindi', 'कमल'],
    ['Armenian and Georgian', 'Հայկ გიორგი'],
    ['Tamil and Amharic', 'கமல் አማርኛ'],
    ['a sign', 'House 🏠'],
  ])('prints names in %s', async (_script, name) => {
    const { text } = await readPdf(buildInvoice({ buyer: { ...content.buyer, name, address: name } }))
    expect(text).toContain(name)
    expect(text).not.toContain('[…]')
  })

  it.each([
    ['Arabic', ['محمد', 'سالم', 'الله']],
    ['Hebrew', ['דוד', 'בן', 'גוריון']],
  ])('prints the words of a name in %s from right to left, and reads them in their order', async (_script, words) => {
    const { document, text } = await readPdf(buildInvoice({ buyer: { ...content.buyer, address: `${words.join(' ')} 12 (x)` } }))
    const pieces = (await listTextPieces(document)).filter(({ text: piece }) => words.includes(piece.trim()))
    expect(pieces.map(({ text: piece }) => piece.trim())).toEqual(words)
    const lefts = pieces.map(({ left }) => left)
    expect(lefts).toEqual(lefts.toSorted((a, b) => b - a))
    expect(text).not.toContain('[…]')
  })

  it('marks characters that its fonts lack, and explains the mark', async () => {
    const { text } = await readPdf(buildInvoice({ line: { ...content.line, points: ['A sign \u{e000}.'] } }))
    expect(text).toContain('A sign […].')
    expect(text).toContain('[…] stands for letters that we couldn’t print.')
  })

  it('never lets texts overlap, even very long ones', async () => {
    const name = 'Wilhelmina '.repeat(20).slice(0, 200)
    const address = 'Q'.repeat(500)
    const email = `${'m'.repeat(64)}@${'example.'.repeat(23)}com`
    const line = {
      packageName: 'M'.repeat(200),
      points: Array.from({ length: 10 }, () => 'A point that is long. '.repeat(9)),
      cents: 99_999_999_999,
    }
    const seller = { name: 'W'.repeat(200), addresses: ['Long Street '.repeat(40), 'x'.repeat(300)], phones: ['1'.repeat(100)] }
    const { document, text } = await readPdf(
      buildInvoice({ buyer: { name, address, country: name, email }, line, seller, isRehearsal: true }),
    )
    expect(text.match(/Q/g)).toHaveLength(500)
    expect(text).toContain('$999,999,999.99 USD')
    const pieces = await listTextPieces(document)
    const overlapping = pieces.filter((one, index) =>
      pieces.some(
        (other, at) =>
          at > index &&
          other.page === one.page &&
          Math.abs(other.y - one.y) < Math.min(other.size, one.size) * 0.7 &&
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5,
      ),
    )
    expect(overlapping).toEqual([])
    // The margins of US Letter, and the width of A4.
    expect(pieces.filter(({ left, right, y }) => left < 53 || right > 559 || y < 53 || y > 740)).toEqual([])
  })

  it('repeats its number on every further page', async () => {
    const line = {
      ...content.line,
      points: Array.from({ length: 10 }, (_, nth) => `Point ${nth}: ${'all of it counts '.repeat(60)}`),
    }
    const { text, totalPages } = await readPdf(buildInvoice({ line }))
    expect(totalPages).toBeGreaterThan(1)
    expect(text.match(/Invoice 12, continued/g)?.length).toBe(totalPages - 1)
    for (const nth of line.points.keys()) expect(text).toContain(`Point ${nth}:`)
    expect(text).toContain('Paid on June 15, 2026')
  })

  it('keeps line breaks in an address and turns other control characters into spaces', async () => {
    const { text } = await readPdf(
      buildInvoiceFor({ name: 'Dana\u0000\t\u001b[31m Sample\u202e', address: '1 Road\r\n\r\nSpringfield\u2028US' }),
    )
    expect(text).toContain('Dana [31m Sample')
    // The extracted text alternates between the columns of seller and buyer.
    expect(text).toMatch(/Street, Springfield 1 Road \+1 202-555-0142 Springfield hello@example.com US United States/)
  })

  it('has the same bytes for the same invoice', async () => {
    const [first, second] = [
      await renderInvoicePdf(buildInvoiceFor({ name: 'Иван' })),
      await renderInvoicePdf(buildInvoiceFor({ name: 'Иван' })),
    ]
    expect(Buffer.compare(first, second)).toBe(0)
    expect(first.length).toBeLessThan(40 * 1024)
  })
})
