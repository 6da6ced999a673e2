import sharp from 'sharp'
import { expect, it } from 'vitest'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnSqlite } from '../support/test-databases.ts'
import { buildUploadForm } from '../support/test-images.ts'

type Color = readonly [red: number, green: number, blue: number]
const PURPLE: Color = [122, 31, 162]
const PINE: Color = [11, 95, 76]
const INK: Color = [20, 33, 43]
const WHITE: Color = [255, 255, 255]

/** Draws a shape that fills half of the image, on a transparent background unless there is one. */
const drawLogo = (width: number, height: number, color: Color, background = 'none') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${background}"/><rect x="${width / 4}" y="${height / 4}" width="${width / 2}" height="${height / 2}" fill="rgb(${color})"/></svg>`,
    ),
  )

const logos = {
  square: drawLogo(400, 400, PURPLE).png(),
  wide: drawLogo(1200, 200, PURPLE).webp({ lossless: true }),
  tall: drawLogo(150, 600, PURPLE).png(),
  white: drawLogo(400, 200, WHITE).png(),
  opaque: drawLogo(500, 400, PURPLE, 'gold').jpeg({ quality: 95 }),
  avif: drawLogo(400, 400, PURPLE).avif({ lossless: true }),
}

/** Returns how much of the image has nearly this color, from 0 to 1. */
async function measureColorShare(image: Uint8Array, color: Color): Promise<number> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += 4)
    if (data.readUInt8(at + 3) > 200 && color.every((value, channel) => Math.abs(data.readUInt8(at + channel) - value) < 24))
      count++
  return count / (info.width * info.height)
}

describeOnSqlite('the logo of the site', (database) => {
  const server = startForSuite(startMailServer)
  const shop = startForSuite(async () => startSiteWithPayPal({ ...(await database.environment()), SMTP_URL: server.url }))
  const call = async (method: string, path: string, body?: object) => {
    const { status, reply } = await shop.call(method, path, { as: 'admin', ...(body && { body }) })
    return { status, reply: reply as unknown as { record: { _id: string; url: string } } }
  }
  let logoId: string | undefined

  async function setLogo(url: string): Promise<void> {
    const { status, reply } = await (logoId
      ? call('PUT', `/logo/${logoId}`, { logo: url })
      : call('POST', '/add-logo', { logo: url }))
    expect(status).toBeLessThan(300)
    logoId ??= reply.record._id
  }

  async function uploadLogo(shape: keyof typeof logos): Promise<void> {
    const { reply } = await call('POST', '/media', buildUploadForm(await logos[shape].clone().toBuffer(), { alt: 'Our logo' }))
    await setLogo(reply.record.url)
  }

  const fetchFile = async (path: string) => {
    const { rawPayload, statusCode } = await shop.site.app.server.inject({ url: path })
    expect([path, statusCode]).toEqual([path, 200])
    return rawPayload
  }

  it.each(Object.keys(logos) as (keyof typeof logos)[])('is the icon in every size: %s', async (shape) => {
    await uploadLogo(shape)
    const color = shape === 'white' ? WHITE : PURPLE
    for (const [path, size] of [
      ['/icon-192.png', 192],
      ['/icon-512.png', 512],
      ['/icon-maskable-512.png', 512],
      ['/apple-touch-icon.png', 180],
    ] as const) {
      const icon = await fetchFile(path)
      const { width, height } = await sharp(icon).metadata()
      expect([path, width, height]).toEqual([path, size, size])
      expect([path, (await measureColorShare(icon, color)) > 0.01]).toEqual([path, true])
      expect([path, await measureColorShare(icon, PINE)]).toEqual([path, 0])
    }
    const ico = await fetchFile('/favicon.ico')
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, nth) => {
      const [length, offset] = [ico.readUInt32LE(6 + 16 * nth + 8), ico.readUInt32LE(6 + 16 * nth + 12)]
      return [ico.readUInt8(6 + 16 * nth), ico.subarray(offset, offset + length)] as const
    })
    expect(entries.map(([size]) => size)).toEqual([16, 32, 48])
    for (const [size, png] of entries) expect((await sharp(png).metadata()).width).toBe(size)
    expect(await measureColorShare(await fetchFile('/favicon.svg'), color)).toBeGreaterThan(0.01)
  })

  it('stands on a dark tile if it is white and transparent', async () => {
    await uploadLogo('white')
    expect(await measureColorShare(await fetchFile('/icon-192.png'), INK)).toBeGreaterThan(0.4)
  })

  it('stands on the share image, beside the name', async () => {
    await setLogo('https://cdn.example.com/logo.png')
    const readImageUrl = async () => /property="og:image" content="([^"]+)"/.exec((await fetchFile('/')).toString())?.[1]
    const urlWithoutLogo = await readImageUrl()
    expect(await measureColorShare(await fetchFile('/share/home.png'), PURPLE)).toBe(0)
    await uploadLogo('wide')
    // Caches keep an image for a day under one URL.
    expect(await readImageUrl()).not.toBe(urlWithoutLogo)
    expect(await measureColorShare(await fetchFile('/share/home.png'), PURPLE)).toBeGreaterThan(0.001)
  })

  it('is the first letter of the name without a record, while hidden, and for an image of another site', async () => {
    await call('POST', '/add-footer-address', { ...buildRecordValues(businessInfo), businessName: 'Élan Search' })
    await setLogo('https://cdn.example.com/missing.png')
    const letter = await fetchFile('/icon-192.png')
    expect(await measureColorShare(letter, PINE)).toBeGreaterThan(0.5)
    expect(await measureColorShare(letter, WHITE)).toBeGreaterThan(0.02)
    await uploadLogo('square')
    expect(await measureColorShare(await fetchFile('/icon-192.png'), PINE)).toBe(0)
    await call('PUT', `/content-visibility/logo/${logoId}`, { hidden: true })
    expect(await fetchFile('/icon-192.png')).toEqual(letter)
    await call('PUT', `/content-visibility/logo/${logoId}`, { hidden: false })
    await call('DELETE', `/content/logo/${logoId}`)
    logoId = undefined
    expect(await fetchFile('/icon-192.png')).toEqual(letter)
  })

  it('is the product’s own mark until the owner chooses another', async () => {
    await setLogo('/art/mark.svg')
    expect((await fetchFile('/favicon.svg')).toString()).toContain('prefers-color-scheme:dark')
  })

  it('is inside the email and its invoice, which keeps the logo of its date of issue', async () => {
    await uploadLogo('square')
    const payOrder = async () => {
      const { order, form } = await shop.placeOrderWithForm()
      await shop.paypal.pay(form)
      const findReceipt = () => server.received.find(({ subject }) => subject === `Receipt for order ${order.number}`)
      await expect.poll(findReceipt).toBeDefined()
      return { order, email: findReceipt() }
    }
    const { order, email } = await payOrder()
    const image = email?.attachments.find(({ mimeType }) => mimeType === 'image/png')
    expect(image).toMatchObject({ disposition: 'inline', contentId: '<logo@site>', related: true })
    expect(email?.html).toContain('<img src="cid:logo@site" alt=""')
    expect(await measureColorShare(Buffer.from(image?.content as ArrayBuffer), PURPLE)).toBeGreaterThan(0.1)
    const fetchInvoice = async () => (await shop.site.request('GET', `/api/invoice/${order.id}`, { as: 'customer' })).bytes
    const invoice = Buffer.from(await fetchInvoice())
    expect(invoice.toString('latin1')).toContain('/Subtype /Image')
    await setLogo('https://cdn.example.com/logo.png')
    expect(Buffer.from(await fetchInvoice())).toEqual(invoice)
    const later = await payOrder()
    expect(later.email?.html).not.toContain('<img')
    expect(later.email?.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf'])
    const [pdf] = later.email?.attachments ?? []
    expect(Buffer.from(pdf?.content as ArrayBuffer).toString('latin1')).not.toContain('/Subtype /Image')
  })
})
