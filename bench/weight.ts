import type { Browser, Request } from 'playwright-core'
import { launchChromium } from '../tests/support/chromium.ts'
import { publicPaths, scratchFolder, startProduct } from './support/product.ts'
import { figureRow, type Row } from './support/table.ts'

const KB = 1024
const VIEWPORTS = [
  { name: 'phone', width: 412, height: 823 },
  { name: 'desktop', width: 1350, height: 940 },
]

type Sent = { url: URL; type: string; body: number; headers: number; encoding: string | undefined }
type Visit = { path: string; screen: string; sent: readonly Sent[] }

/** What a first visit to each public page brings over the wire, as Chromium counts it, without scrolling. */
export async function weight() {
  const folder = scratchFolder()
  const product = await startProduct(folder.path)
  const browser = await launchChromium()
  const visits: Visit[] = []
  for (const path of await publicPaths(product)) {
    for (const { name, ...viewport } of VIEWPORTS) {
      const sent = await visit(browser, `http://127.0.0.1:${product.port}${path}`, viewport)
      visits.push({ path, screen: name, sent })
    }
  }
  await browser.close()
  await product.stop()
  folder.remove()
  const rows = [...visits.flatMap(rowsOfVisit), ...rowsOfAll(visits, product.port)]
  return { title: 'public pages over the wire, KB of 1024 bytes, bodies as encoded, without scrolling', rows }
}

async function visit(browser: Browser, address: string, viewport: { width: number; height: number }): Promise<Sent[]> {
  const page = await browser.newPage({ viewport })
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const response = await page.goto(address, { waitUntil: 'networkidle' })
  if (!response?.ok()) throw new Error(`${address} answers ${response?.status()}`)
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

function rowsOfVisit({ path, screen, sent }: Visit): Row[] {
  const headers = sent.reduce((sum, one) => sum + one.headers, 0) / KB
  const parts = `font ${size(sent, 'font').toFixed(1)}, images ${size(sent, 'image').toFixed(1)}, and ${headers.toFixed(1)} of headers`
  const names = sent.map(({ url }) => url.pathname.split('/').at(-1) || url.pathname)
  return [
    figureRow(`${path} ${screen}: HTML`, size(sent, 'document'), { most: 8, unit: ' KB', digits: 1 }),
    figureRow(`${path} ${screen}: all`, size(sent), { most: 70, unit: ' KB', digits: 1 }, parts),
    figureRow(`${path} ${screen}: requests`, sent.length, { most: 10 }, names.join(' ')),
  ]
}

/** What the pages share, and what none of them may do. */
function rowsOfAll(visits: readonly Visit[], port: number): Row[] {
  const most = (type: string) => Math.max(...visits.map(({ sent }) => size(sent, type)))
  const all = visits.flatMap(({ sent }) => sent)
  const others = all.filter(({ url }) => url.protocol !== 'data:' && url.port !== String(port))
  const plain = all.filter(({ type, encoding }) => ['document', 'stylesheet', 'script'].includes(type) && encoding !== 'br')
  return [
    figureRow('CSS of any page', most('stylesheet'), { most: 10, unit: ' KB', digits: 1 }),
    figureRow('script of any page', most('script'), { most: 3, unit: ' KB', digits: 1 }),
    figureRow('requests to third parties', others.length, { most: 0 }, others.map(({ url }) => url.host).join(' ')),
    figureRow('text without brotli', plain.length, { most: 0 }, plain.map(({ url }) => url.pathname).join(' ')),
  ]
}

/** In KB, of one type or of all. */
function size(sent: readonly Sent[], type?: string): number {
  return sent.reduce((sum, one) => sum + (type === undefined || one.type === type ? one.body : 0), 0) / KB
}
