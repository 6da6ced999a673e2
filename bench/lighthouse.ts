import { detailPages, isDetailPath } from '../src/contract/core/public-pages.ts'
import { budgets } from './budget-definitions.ts'
import { median, summarizeRatios } from './support/compare-servers.ts'
import { auditPage, type LighthouseResult, launchAuditBrowser, measureLcpAndTbt } from './support/lighthouse-audit.ts'
import { createScratchFolder, listPublicPaths, startProduct } from './support/product-server.ts'
import { buildFigureRow, buildRatioRow, type ReportRow } from './support/report-table.ts'
import { startStaticPeer } from './support/static-peer.ts'

const ROUNDS = 5
/** Audits that may fail, with the reason. */
const ACCEPTED_FAILURES: Readonly<Record<string, string>> = {}

/** Audits every public page as a phone, and compares its LCP with a static server that sends the same bytes. */
export async function benchmarkLighthouse() {
  const folder = createScratchFolder()
  const product = await startProduct(folder.path)
  const chrome = await launchAuditBrowser()
  const buildUrl = (port: number, path: string) => `http://127.0.0.1:${port}${path}`

  const pages: { path: string; audit: LighthouseResult }[] = []
  for (const path of await listPublicPaths(product)) {
    // The first view renders the page. Visitors usually get the cached one.
    await fetch(buildUrl(product.port, path))
    pages.push({ path, audit: await auditPage(chrome, buildUrl(product.port, path)) })
  }
  const ownRequests = pages.flatMap(({ audit }) => audit.requestedUrls).filter(({ port }) => port === String(product.port))
  const paths = new Set(ownRequests.map(({ pathname, search }) => pathname + search))
  const peer = await startStaticPeer(product, [...paths], folder.path)

  const rows = pages.flatMap(({ path, audit }) => buildRows(path, audit))
  for (const path of pickOnePerTemplate(pages.map(({ path }) => path))) {
    const ratios: number[] = []
    const blockingTimes: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await measureLcpAndTbt(chrome, buildUrl(product.port, path))
      blockingTimes.push(ours.tbt)
      ratios.push(ours.lcp / (await measureLcpAndTbt(chrome, buildUrl(peer.port, path))).lcp)
    }
    rows.push(buildFigureRow(`${path} TBT`, median(blockingTimes), budgets.tbt))
    rows.push(buildRatioRow(`${path} LCP against ${peer.name}`, summarizeRatios(ratios), budgets.lcp))
  }
  chrome.kill()
  await Promise.all([product.stop(), peer.stop()])
  folder.remove()
  return { title: 'every public page as a phone sees it, simulated slow 4G', rows }
}

/** Keeps the first page of each record kind: the others perform alike. */
function pickOnePerTemplate(paths: readonly string[]): string[] {
  const findTemplate = (path: string) => detailPages.find((page) => isDetailPath(page, path))?.path ?? path
  return paths.filter((path, nth) => paths.findIndex((one) => findTemplate(one) === findTemplate(path)) === nth)
}

function buildRows(path: string, { categories, lcp, cls }: LighthouseResult): ReportRow[] {
  return [
    ...categories.map(({ name, score, failing }) => {
      const meetsBudget = score === 100 || (failing.length > 0 && failing.every((id) => id in ACCEPTED_FAILURES))
      const note = failing.map((id) => (ACCEPTED_FAILURES[id] ? `${id} (${ACCEPTED_FAILURES[id]})` : id)).join(', ')
      return { ...buildFigureRow(`${path} ${name}`, score, budgets.scores, note), meetsBudget }
    }),
    buildFigureRow(`${path} LCP`, lcp, { unit: ' ms' }),
    buildFigureRow(`${path} CLS`, cls, budgets.cls),
  ]
}
