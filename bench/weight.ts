import type { Browser } from 'playwright-core'
import { launchChromium } from '../tests/support/chromium.ts'
import { budgets } from './budgets.ts'
import { publicPaths, scratchFolder, startProduct } from './support/product.ts'
import { type Sent, sentFor, weightOf } from './support/sent.ts'
import { figureRow, type Row } from './support/table.ts'

const KB = 1024
const VIEWPORTS = [
  { name: 'phone', width: 412, height: 823 },
  { name: 'desktop', width: 1350, height: 940 },
]

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
  const sent = await sentFor(page, address)
  await page.close()
  return sent
}

function rowsOfVisit({ path, screen, sent }: Visit): Row[] {
  const headers = sent.reduce((sum, one) => sum + one.headers, 0) / KB
  const parts = `font ${weightOf(sent, 'font').toFixed(1)}, images ${weightOf(sent, 'image').toFixed(1)}, and ${headers.toFixed(1)} of headers`
  const names = sent.map(({ url }) => url.pathname.split('/').at(-1) || url.pathname)
  return [
    figureRow(`${path} ${screen}: HTML`, weightOf(sent, 'document'), budgets.html),
    figureRow(`${path} ${screen}: all`, weightOf(sent), budgets.wholePage, parts),
    figureRow(`${path} ${screen}: requests`, sent.length, budgets.requests, names.join(' ')),
  ]
}

/** What the pages share, and what none of them may do. */
function rowsOfAll(visits: readonly Visit[], port: number): Row[] {
  const most = (type: string) => Math.max(...visits.map(({ sent }) => weightOf(sent, type)))
  const all = visits.flatMap(({ sent }) => sent)
  const others = all.filter(({ url }) => url.protocol !== 'data:' && url.port !== String(port))
  const fetched = all.filter(({ type }) => ['fetch', 'xhr'].includes(type))
  const plain = all.filter(({ type, encoding }) => ['document', 'stylesheet', 'script'].includes(type) && encoding !== 'br')
  return [
    figureRow('CSS of any page', most('stylesheet'), budgets.css),
    figureRow('script of any page', most('script'), budgets.script),
    figureRow('requests to third parties', others.length, budgets.thirdParties, others.map(({ url }) => url.host).join(' ')),
    figureRow('fetched by script', fetched.length, budgets.fetched, fetched.map(({ url }) => url.pathname).join(' ')),
    figureRow('text without brotli', plain.length, budgets.uncompressed, plain.map(({ url }) => url.pathname).join(' ')),
  ]
}
