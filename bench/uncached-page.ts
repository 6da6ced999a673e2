import { fileURLToPath } from 'node:url'
import { budgets } from './budget-definitions.ts'
import { pickSize } from './support/bench-size.ts'
import { buildLandingPage } from './support/bundle-landing-page.ts'
import { compareServers, median } from './support/compare-servers.ts'
import { type MeasuredServer, startServer } from './support/measured-server.ts'
import { createScratchFolder, signInAsAdmin, startProduct } from './support/product-server.ts'
import { buildFigureRow, buildRatioRow, CPU_NOTE, formatLoadNote, formatP99Note } from './support/report-table.ts'

const BASELINE_SERVER = fileURLToPath(new URL('./baseline/rendered-page-server.ts', import.meta.url))
const SAVE_COUNT = pickSize({ short: 1, whole: 15 })
/** The page reads this query, so the product renders it for each request. */
const UNCACHED_PATH = '/?registered'

/** Compares the landing page, rendered for every request, with its bare components over the same queries. */
export async function benchmarkUncachedPage() {
  const folder = createScratchFolder()
  const modulePath = await buildLandingPage(folder.path)
  const product = await startProduct(folder.path)
  const baseline = await startServer({
    command: [process.execPath, BASELINE_SERVER, folder.path, modulePath, `http://127.0.0.1:${product.port}`],
    env: { NODE_ENV: 'production' },
  })
  const loadRequest = { path: UNCACHED_PATH, connections: 8 }
  if ((await fetchText(product)) !== (await fetchText(baseline))) throw new Error('The two servers render different pages.')
  const { perSecond, p99, perCpuSecond, ours, theirs } = await compareServers(
    { server: product, loadRequest },
    { server: baseline, loadRequest },
    { rounds: 8, seconds: 2 },
  )
  await baseline.stop()
  const { first, cached } = await measureViewsAfterSaves(product)
  await product.stop()
  folder.remove()
  const note = `median of ${SAVE_COUNT}, with its compression; the next ${cached.toFixed(1)} ms`
  return {
    title:
      'landing page rendered for each request, uncompressed, against renderToStaticMarkup of the bare tree with the same queries',
    rows: [
      buildRatioRow('requests per second', perSecond, budgets.uncachedRate, formatLoadNote(ours, theirs)),
      buildRatioRow('requests per second of server CPU time', perCpuSecond, budgets.uncachedCpu, CPU_NOTE),
      buildRatioRow('99th percentile of the time to answer', p99, {}, formatP99Note(ours, theirs)),
      buildFigureRow('first view after a save', first, { unit: ' ms', digits: 1 }, note),
    ],
  }
}

async function fetchText({ port }: MeasuredServer): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}${UNCACHED_PATH}`)).text()
}

/** Saves a record, then loads the page twice: the first view renders it, the second comes from the cache. */
async function measureViewsAfterSaves(product: MeasuredServer): Promise<{ first: number; cached: number }> {
  const baseUrl = `http://127.0.0.1:${product.port}`
  const cookie = await signInAsAdmin(product)
  const renderedTimes: number[] = []
  const cachedTimes: number[] = []
  for (let change = 0; change < SAVE_COUNT; change++) {
    const body = JSON.stringify({ accodingTitle: `Question ${change}`, accodingText: 'An answer.' })
    const headers = { 'content-type': 'application/json', cookie }
    const { status } = await fetch(`${baseUrl}/api/add-faq-item`, { method: 'POST', headers, body })
    if (status !== 201) throw new Error(`A save answered ${status}`)
    for (const times of [renderedTimes, cachedTimes]) {
      const startedAt = performance.now()
      await (await fetch(baseUrl, { headers: { 'accept-encoding': 'br' } })).arrayBuffer()
      times.push(performance.now() - startedAt)
    }
  }
  return { first: median(renderedTimes), cached: median(cachedTimes) }
}
