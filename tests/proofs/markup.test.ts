import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'
import { beforeAll, expect, it } from 'vitest'
import { ensureAptTool } from '../support/apt-tools.ts'
import { declaredPages, fillParameters } from '../support/declared-pages.ts'
import { parseSitemap } from '../support/parse-sitemap.ts'
import { startAppForSuite, type TestApp } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'
import { createTestFolder } from '../support/test-folder.ts'

const METRICS_TOKEN = 'a token of at least thirty-two characters'.replaceAll(' ', '-')
const VNU = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
const hasJava = ensureAptTool('java', 'default-jre-headless')
const hasPromtool = ensureAptTool('promtool', 'prometheus')

/**
 * Errors of the Nu HTML Checker that we don't follow. Our style sheet shows tables as cards on phones, and some browsers then
 * drop their roles unless the markup names them.
 */
const TABLE_ROLES = /^The “role” attribute must not be used on a “(th|td|tr)” element which has a “table” ancestor/

type Role = 'anonymous' | 'customer' | 'admin'
type Document = { path: string; as: Role; html: string }

describeOnSqlite('every page', (database) => {
  const sites = {
    'with demo content': startAppForSuite(database, { SEED: 'demo', METRICS_TOKEN }),
    'with empty content': startAppForSuite(database, { SEED: 'none' }),
  }
  const documents: (Document & { name: string })[] = []
  const folder = createTestFolder()
  beforeAll(async () => {
    for (const [name, site] of Object.entries(sites))
      for (const document of await fetchDocuments(site, name === 'with demo content' ? await placePaidOrder(site) : undefined))
        documents.push({ name, ...document })
    for (const [index, { html }] of documents.entries()) writeFileSync(join(folder, `${index}.html`), html)
  })
  const describe = ({ name, as, path }: (typeof documents)[number]) => `${path} ${name} for ${as}`

  it('is fetched for each role, with content and without', () => {
    const fetched = new Set(documents.map(({ path }) => path))
    const missing = declaredPages.map(({ path }) => path).filter((path) => !fetched.has(fillParameters(path)))
    // It shows only what the form before it passes on.
    expect(missing).toEqual(['/reset/done'])
  })

  it.runIf(hasJava)('has no error for the Nu HTML Checker', () => {
    const files = documents.map((_, index) => join(folder, `${index}.html`))
    const options = ['-jar', VNU, '--format', 'json', '--errors-only', '--exit-zero-always']
    const { stderr } = spawnSync('java', [...options, ...files], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
    const { messages } = JSON.parse(stderr) as { messages: { url: string; message: string; extract?: string }[] }
    const faults = messages.flatMap(({ url, message, extract }) => {
      const document = documents[Number.parseInt(url.split('/').at(-1) ?? '', 10)]
      return TABLE_ROLES.test(message) || !document ? [] : [`${describe(document)}: ${message} ${extract}`]
    })
    expect(faults).toEqual([])
  })

  it('has no error for html-validate', async () => {
    const validator = new HtmlValidate({ extends: ['html-validate:standard'] })
    const faults: string[] = []
    for (const document of documents) {
      const { results } = await validator.validateString(document.html)
      for (const { message, selector } of results.flatMap(({ messages }) => messages))
        faults.push(`${describe(document)}: ${message} ${selector}`)
    }
    expect(faults).toEqual([])
  })

  it.runIf(hasPromtool)('leaves metrics that pass promtool', async () => {
    const { text } = await sites['with demo content'].request('GET', '/metrics', {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    const { stdout, stderr, status } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    expect([status, stdout + stderr]).toEqual([0, ''])
  })
})

async function fetchDocuments(site: TestApp, orderId: string | undefined): Promise<Document[]> {
  const fillOrder = (path: string) => (orderId && path.includes('order') ? path.replace(/:(id|orderId)/, orderId) : path)
  const paths = new Set([
    ...declaredPages.flatMap(({ path }) => [fillParameters(path), fillParameters(fillOrder(path))]),
    ...parseSitemap((await site.request('GET', '/sitemap.xml')).text).map(({ loc }) => new URL(loc).pathname),
    '/no/such/page',
  ])
  const documents: Document[] = []
  for (const path of paths) {
    for (const as of ['anonymous', 'customer', 'admin'] as const) {
      const { text: html, headers } = await site.request('GET', path, { as })
      if (html !== '' && String(headers['content-type']).startsWith('text/html')) documents.push({ path, as, html })
    }
  }
  return documents
}

async function placePaidOrder(site: TestApp): Promise<string> {
  const [offer] = (await site.request('GET', '/api/pricings')).json() as { packageName: string; packagePrice: string }[]
  const { packageName, packagePrice } = offer ?? {}
  const customer = { customerName: 'Dana Sample', customerAddress: '100 Example Street', customerCountry: 'United States' }
  const reply = await site.request('POST', '/api/new-order', { as: 'customer', body: { packageName, packagePrice, ...customer } })
  const { _id } = (reply.json() as { record: { _id: string } }).record
  await site.request('PUT', `/api/order-paid/${_id}`, { as: 'admin', body: { reason: 'In cash' } })
  return _id
}
