import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { budgets } from './budget-definitions.ts'
import { compareServers } from './support/compare-servers.ts'
import { fetchRawReply } from './support/fetch-raw-reply.ts'
import { startServer } from './support/measured-server.ts'
import { createScratchFolder, startProduct } from './support/product-server.ts'
import { buildRatioRow, CPU_NOTE, formatLoadNote, formatP99Note } from './support/report-table.ts'

const BASELINE_SERVER = fileURLToPath(new URL('./baseline/static-page-server.ts', import.meta.url))
const loadRequest = { path: '/', connections: 64, headers: { 'accept-encoding': 'br' }, usesMinimalGenerator: true }

/** Compares the cached landing page with a server that only sends the same bytes and headers. */
export async function benchmarkCachedPage() {
  const folder = createScratchFolder()
  const product = await startProduct(folder.path)
  const page = await fetchRawReply(product.port, loadRequest.path)
  const file = `${folder.path}/page.json`
  writeFileSync(file, JSON.stringify(page))
  const baseline = await startServer({ command: [process.execPath, BASELINE_SERVER, file] })
  const baselineReply = await fetchRawReply(baseline.port, loadRequest.path)
  if (JSON.stringify(baselineReply) !== JSON.stringify(page))
    throw new Error('The baseline server sends another reply than the product.')
  const { perSecond, p99, perCpuSecond, ours, theirs } = await compareServers(
    { server: product, loadRequest },
    { server: baseline, loadRequest },
    { rounds: 8, seconds: 2 },
  )
  await Promise.all([product.stop(), baseline.stop()])
  folder.remove()
  return {
    title: 'cached landing page, Brotli, 64 connections, against bare node:http sending the same bytes and headers',
    rows: [
      buildRatioRow('requests per second', perSecond, budgets.cachedRate, formatLoadNote(ours, theirs)),
      buildRatioRow('requests per second of server CPU time', perCpuSecond, budgets.cachedCpu, CPU_NOTE),
      buildRatioRow('99th percentile of the time to answer', p99, budgets.cachedP99, formatP99Note(ours, theirs)),
    ],
  }
}
