import type { Browser } from 'playwright-core'
import { launchChromium } from '../tests/support/chromium.ts'
import { budgets } from './budget-definitions.ts'
import { createScratchFolder, listPublicPaths, startProduct } from './support/product-server.ts'
import { type PageRequest, recordPageRequests, sumKilobytes } from './support/record-page-requests.ts'
import { buildFigureRow, type ReportRow } from './support/report-table.ts'

const KB = 1024
const VIEWPORTS = [
  { name: 'phone', width: 412, height: 823 },
  { name: 'desktop', width: 1350, height: 940 },
]

type PageRequestContext = { path: string; screen: string; pageRequests: readonly PageRequest[] }

/** Measures what a first visit to each public page downloads, as Chromium counts it, without scrolling. */
export async function benchmarkPageWeight() {
  const folder = createScratchFolder()
  const product = await startProduct(folder.path)
  const browser = await launchChromium()
  const visits: PageRequestContext[] = []
  for (const path of await listPublicPaths(product)) {
    for (const { name, ...viewport } of VIEWPORTS) {
      const pageRequests = await visitPage(browser, `http://127.0.0.1:${product.port}${path}`, viewport)
      visits.push({ path, screen: name, pageRequests })
    }
  }
  await browser.close()
  await product.stop()
  folder.remove()
  const rows = [...visits.flatMap(buildVisitRows), ...buildOverallRows(visits, product.port)]
  return { title: 'public pages over the wire, KB of 1024 bytes, bodies as encoded, without scrolling', rows }
}

async function visitPage(browser: Browser, url: string, viewport: { width: number; height: number }): Promise<PageRequest[]> {
  const page = await browser.newPage({ viewport })
  const pageRequests = await recordPageRequests(page, url)
  await page.close()
  return pageRequests
}

function buildVisitRows({ path, screen, pageRequests }: PageRequestContext): ReportRow[] {
  const headers = pageRequests.reduce((sum, one) => sum + one.headers, 0) / KB
  const parts = `font ${sumKilobytes(pageRequests, 'font').toFixed(1)}, images ${sumKilobytes(pageRequests, 'image').toFixed(1)}, and ${headers.toFixed(1)} of headers`
  const names = pageRequests.map(({ url }) => url.pathname.split('/').at(-1) || url.pathname)
  return [
    buildFigureRow(`${path} ${screen}: HTML`, sumKilobytes(pageRequests, 'document'), budgets.html),
    buildFigureRow(`${path} ${screen}: all`, sumKilobytes(pageRequests), budgets.wholePage, parts),
    buildFigureRow(`${path} ${screen}: requests`, pageRequests.length, budgets.requests, names.join(' ')),
  ]
}

/** Builds the rows on all pages together: shared files, and requests that no page may make. */
function buildOverallRows(visits: readonly PageRequestContext[], port: number): ReportRow[] {
  const maxKilobytes = (type: string) => Math.max(...visits.map(({ pageRequests }) => sumKilobytes(pageRequests, type)))
  const all = visits.flatMap(({ pageRequests }) => pageRequests)
  const thirdPartyRequests = all.filter(({ url }) => url.protocol !== 'data:' && url.port !== String(port))
  const scriptRequests = all.filter(({ type }) => ['fetch', 'xhr'].includes(type))
  const uncompressedTexts = all.filter(
    ({ type, encoding }) => ['document', 'stylesheet', 'script'].includes(type) && encoding !== 'br',
  )
  return [
    buildFigureRow('CSS of any page', maxKilobytes('stylesheet'), budgets.css),
    buildFigureRow('script of any page', maxKilobytes('script'), budgets.script),
    buildFigureRow(
      'requests to third parties',
      thirdPartyRequests.length,
      budgets.thirdParties,
      thirdPartyRequests.map(({ url }) => url.host).join(' '),
    ),
    buildFigureRow(
      'fetched by script',
      scriptRequests.length,
      budgets.fetched,
      scriptRequests.map(({ url }) => url.pathname).join(' '),
    ),
    buildFigureRow(
      'text without Brotli',
      uncompressedTexts.length,
      budgets.uncompressed,
      uncompressedTexts.map(({ url }) => url.pathname).join(' '),
    ),
  ]
}
