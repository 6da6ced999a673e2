import type { Browser, Request } from 'playwright-core'
import { launchChromium } from '../tests/support/chromium.ts'
import { scratchFolder, startProduct } from './support/product.ts'
import { figureRow, type Row } from './support/table.ts'

const KB = 1024
const VIEWPORTS = [
  { name: 'phone', width: 412, height: 823 },
  { name: 'desktop', width: 1350, height: 940 },
]

type Sent = { url: URL; type: string; body: number; headers: number; encoding: string | undefined }

/** What a first visit to the landing page brings over the wire, as Chromium counts it, without scrolling. */
export async function weight() {
  const folder = scratchFolder()
  const product = await startProduct(folder.path)
  const browser = await launchChromium()
  const rows: Row[] = []
  for (const { name, ...viewport } of VIEWPORTS) {
    const sent = await visit(browser, `http://127.0.0.1:${product.port}`, viewport)
    rows.push(...rowsOf(name, sent, product.port))
  }
  await browser.close()
  await product.stop()
  folder.remove()
  return { title: 'landing page over the wire, KB of 1024 bytes, bodies as encoded', rows }
}

async function visit(browser: Browser, address: string, viewport: { width: number; height: number }): Promise<Sent[]> {
  const page = await browser.newPage({ viewport })
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto(address, { waitUntil: 'networkidle' })
  const sent = await Promise.all(requests.map(sizeOf))
  await page.close()
  return sent
}

async function sizeOf(request: Request): Promise<Sent> {
  const response = await request.response()
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  return {
    url: new URL(request.url()),
    type: request.resourceType(),
    body: responseBodySize,
    headers: responseHeadersSize,
    encoding: response?.headers()['content-encoding'],
  }
}

function rowsOf(name: string, sent: readonly Sent[], port: number): Row[] {
  const of = (...types: string[]) => sent.filter(({ type }) => types.includes(type))
  const size = (some: readonly Sent[]) => some.reduce((sum, { body }) => sum + body, 0) / KB
  const unit = ' KB'
  const others = sent.filter(({ url }) => url.protocol !== 'data:' && url.port !== String(port))
  const plain = of('document', 'stylesheet', 'script').filter(({ encoding }) => encoding !== 'br')
  const headers = sent.reduce((sum, one) => sum + one.headers, 0) / KB
  return [
    figureRow(`${name}: HTML`, size(of('document')), { most: 8, unit, digits: 1 }),
    figureRow(`${name}: CSS`, size(of('stylesheet')), { most: 10, unit, digits: 1 }),
    figureRow(`${name}: script`, size(of('script')), { most: 3, unit, digits: 1 }),
    figureRow(`${name}: font`, size(of('font')), { unit, digits: 1 }),
    figureRow(`${name}: images`, size(of('image')), { unit, digits: 1 }, `${of('image').length} without scrolling`),
    figureRow(`${name}: all`, size(sent), { most: 70, unit, digits: 1 }, `and ${headers.toFixed(1)} KB of headers`),
    figureRow(
      `${name}: requests`,
      sent.length,
      { most: 10 },
      sent.map(({ url }) => url.pathname.split('/').at(-1) || '/').join(' '),
    ),
    figureRow(`${name}: to third parties`, others.length, { most: 0 }, others.map(({ url }) => url.host).join(' ')),
    figureRow(`${name}: text without brotli`, plain.length, { most: 0 }, plain.map(({ url }) => url.pathname).join(' ')),
  ]
}
