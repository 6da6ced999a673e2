import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Parser } from 'htmlparser2'
import { beforeAll, expect, it } from 'vitest'
import type { EmailTemplate } from '#contract/operations/mail.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const SERVER_FOLDER = fileURLToPath(new URL('../../src/server/', import.meta.url))
const ORIGIN = 'http://127.0.0.1:3000'
/** Gmail cuts off longer emails (102 KB). Ours stay far below. */
const MAX_BYTES = 20_000

describeOnSqlite('email templates', (database) => {
  let templates: EmailTemplate[]
  const site = startAppForSuite(database, { ORIGIN })
  beforeAll(async () => {
    templates = (await site.request('GET', '/api/email-templates', { as: 'admin' })).json() as EmailTemplate[]
  })
  const readHtml = async (name: string) => (await site.request('GET', `/api/email-templates/${name}`, { as: 'admin' })).text

  it('list every email that the server declares', () => {
    const files = readdirSync(SERVER_FOLDER, { recursive: true, encoding: 'utf8' })
    const sources = files
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .map((file) => readFileSync(join(SERVER_FOLDER, file), 'utf8'))
    const names = sources.flatMap((source) =>
      [...source.matchAll(/= defineEmail<[\s\S]*?\n {2}name: '([^']+)'/g)].map(([, name]) => name),
    )
    expect(names.length).toBeGreaterThan(20)
    expect(templates.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    // An email that isn't built by a declared function would have no preview.
    const enqueued = sources.flatMap((source) => [...source.matchAll(/mail\.enqueue\(tx, ([^)]*)/g)].map(([, email]) => email))
    expect(enqueued.filter((email) => email?.startsWith('{'))).toEqual([])
  })

  it('need no image, script or form, and link only to this site', async () => {
    for (const { name, text } of templates) {
      const html = await readHtml(name)
      const tags = new Set<string>()
      const urls: string[] = []
      let buttons = 0
      const parser = new Parser({
        onopentag(tag, { href, class: className }) {
          tags.add(tag)
          if (href) urls.push(href)
          if (className === 'button') buttons += 1
        },
      })
      parser.end(html)
      const banned = ['img', 'script', 'form', 'link', 'iframe', 'object', 'svg'].filter((tag) => tags.has(tag))
      expect([name, banned]).toEqual([name, []])
      expect(buttons).toBeLessThanOrEqual(1)
      for (const url of urls) expect([name, new URL(url).origin]).toEqual([name, ORIGIN])
      expect(html).not.toContain('url(')
      expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES)
      for (const url of urls.filter((one) => one !== `${ORIGIN}/`))
        expect([name, text]).toEqual([name, expect.stringContaining(url)])
    }
  })

  it('have their own subject line and no leftovers of values', () => {
    for (const { name, subject, text } of templates) {
      expect([name, subject.trim()]).not.toEqual([name, ''])
      expect([name, `${subject} ${text}`]).not.toEqual([name, expect.stringMatching(/undefined|null|NaN|\[object/)])
    }
  })

  it('show in a frame of this site only, without scripts', async () => {
    const { status, headers } = await site.request('GET', '/api/email-templates/receipt', { as: 'admin' })
    expect([status, headers['content-disposition']]).toEqual([200, undefined])
    expect(headers['content-type']).toContain('text/html')
    const policy = headers['content-security-policy']
    for (const part of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox']) expect(policy).toContain(part)
    expect((await site.request('GET', '/api/email-templates/no-such', { as: 'admin' })).status).toBe(404)
    expect((await site.request('GET', '/emails/no-such', { as: 'admin' })).status).toBe(404)
  })

  it('show their dark colors on demand', async () => {
    const path = '/api/email-templates/receipt?color='
    const [light, dark] = [
      await site.request('GET', `${path}light`, { as: 'admin' }),
      await site.request('GET', `${path}dark`, { as: 'admin' }),
    ]
    expect(light.text.replace('@media not all', '@media all')).toBe(dark.text)
    expect((await site.request('GET', `${path}pink`, { as: 'admin' })).status).toBe(400)
  })

  it('have a page each', async () => {
    const list = (await site.request('GET', '/emails', { as: 'admin' })).text
    for (const { name, title } of templates) {
      expect(list).toContain(`href="/emails/${name}"`)
      const { status, text } = await site.request('GET', `/emails/${name}`, { as: 'admin' })
      expect([name, status]).toEqual([name, 200])
      expect(text).toContain(`>${title}</h1>`)
      expect(text).toContain(`src="/api/email-templates/${name}?color=light"`)
    }
  })
})
