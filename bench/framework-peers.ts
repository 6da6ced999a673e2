import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildOrderLoad } from './order-placement.ts'
import { type Comparison, compareServers } from './support/compare-servers.ts'
import { type MeasuredServer, PROJECT_ROOT, startServer } from './support/measured-server.ts'
import { extractText, startNextApp } from './support/next-peer.ts'
import { createScratchFolder, signInAsAdmin, startProduct } from './support/product-server.ts'
import { buildRatioRow, CPU_NOTE, formatLoadNote, type ReportRow } from './support/report-table.ts'

const PEER_SOURCES = fileURLToPath(new URL('peers', import.meta.url))
const ROUND_PLAN = { rounds: 4, seconds: 3 }
const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br' }

/** Compares the product with Next.js, Express and Fastify for scale. Has no budgets. */
export async function benchmarkPeers() {
  const packages = await installPeers()
  const folder = createScratchFolder()
  const product = await startProduct(folder.path, { RATE_LIMITS: 'off' })
  const rows = [...(await compareNext(product, packages)), ...(await compareOrderServers(product, packages, folder.path))]
  await product.stop()
  folder.remove()
  return { title: 'requests per second against Next.js, Express and Fastify', rows }
}

/**
 * Copies bench/peers to .cache and installs its packages there: they aren't part of the product. Installs again when
 * their lock file changes. Runs no install scripts. Returns the folder. Throws without a registry.
 */
async function installPeers(): Promise<string> {
  const lock = readFileSync(join(PEER_SOURCES, 'package-lock.json'))
  const folder = join(PROJECT_ROOT, '.cache/peers', createHash('sha256').update(lock).digest('hex').slice(0, 16))
  const mark = join(folder, '.installed')
  cpSync(PEER_SOURCES, folder, { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  if (existsSync(mark)) return folder
  console.log('Installing Next.js, Express and Fastify for comparison, some 370 MB below .cache/peers')
  // Not `npm ci`: it refuses a lock file that lacks other systems' packages, and some registries lack them too.
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  writeFileSync(mark, '')
  return folder
}

async function compareNext(product: MeasuredServer, packages: string): Promise<ReportRow[]> {
  const landing = await (await fetch(`http://127.0.0.1:${product.port}/`)).text()
  const next = await startNextApp(packages, landing)
  async function describeWeight(path: string): Promise<string> {
    const html = await (await fetch(`http://127.0.0.1:${next.port}${path}`)).text()
    if (extractText(html) !== extractText(landing)) throw new Error(`Next.js serves another page at ${path} than the product.`)
    return `its HTML is ${(html.length / landing.length).toFixed(1)} times as long`
  }
  const [prebuiltWeight, dynamicWeight] = [await describeWeight('/'), await describeWeight('/dynamic')]
  const cachedRequest = { path: '/', connections: 64, headers: BROWSER_HEADERS }
  const prebuilt = await compareServers(
    { server: product, loadRequest: cachedRequest },
    { server: next, loadRequest: cachedRequest },
    ROUND_PLAN,
  )
  const renderedRequest = { path: '/?registered', connections: 8 }
  const dynamic = await compareServers(
    { server: product, loadRequest: renderedRequest },
    { server: next, loadRequest: { ...renderedRequest, path: '/dynamic' } },
    ROUND_PLAN,
  )
  const rows = [
    ...buildRows('cached landing page against Next.js, prebuilt, both compressed', prebuilt, prebuiltWeight),
    ...buildRows('landing page rendered with its queries against Next.js, dynamic, without queries', dynamic, dynamicWeight),
  ]
  await next.stop()
  return rows
}

async function compareOrderServers(product: MeasuredServer, packages: string, data: string): Promise<ReportRow[]> {
  const cookie = await signInAsAdmin(product)
  const rows: ReportRow[] = []
  for (const name of ['express', 'fastify']) {
    const program = join(packages, `${name}-orders.mjs`)
    const server = await startServer({
      command: [process.execPath, program, join(data, `${name}.db`)],
      env: { NODE_ENV: 'production' },
    })
    const comparison = await compareServers(
      { server: product, loadRequest: buildOrderLoad(cookie) },
      { server, loadRequest: buildOrderLoad('session=the-session') },
      ROUND_PLAN,
    )
    await server.stop()
    rows.push(...buildRows(`orders against ${name}, which writes the same rows and commits each alone`, comparison))
  }
  return rows
}

function buildRows(what: string, { perSecond, perCpuSecond, ours, theirs }: Comparison, note?: string): ReportRow[] {
  return [
    buildRatioRow(what, perSecond, {}, [formatLoadNote(ours, theirs), note].filter(Boolean).join('; ')),
    buildRatioRow('the same, by server CPU time', perCpuSecond, {}, CPU_NOTE),
  ]
}
