import { fileURLToPath } from 'node:url'
import { budgets } from './budget-definitions.ts'
import { compareServers } from './support/compare-servers.ts'
import type { LoadRequest } from './support/generate-load.ts'
import { startServer } from './support/measured-server.ts'
import { createScratchFolder, signInAsAdmin, startProduct } from './support/product-server.ts'
import { buildRatioRow, CPU_NOTE, formatLoadNote, formatP99Note, type ReportRow } from './support/report-table.ts'

const BASELINE_SERVER = fileURLToPath(new URL('./baseline/orders-server.ts', import.meta.url))
const ROUND_PLAN = { rounds: 6, seconds: 2 }

/** Compares placing distinct orders with a minimal route that commits one insert for each. */
export async function benchmarkOrders() {
  const folder = createScratchFolder()
  const product = await startProduct(folder.path, { RATE_LIMITS: 'off' })
  const server = await startServer({ command: [process.execPath, BASELINE_SERVER, `${folder.path}/bare.db`] })
  const ours = { server: product, loadRequest: buildOrderLoad(await signInAsAdmin(product)) }
  const {
    perSecond,
    perCpuSecond,
    p99,
    ours: ourLoad,
    theirs,
  } = await compareServers(ours, { server, loadRequest: buildOrderLoad() }, ROUND_PLAN)
  await server.stop()
  await product.stop()
  folder.remove()
  const rows: ReportRow[] = [
    buildRatioRow('against one insert, committed alone', perSecond, budgets.orders, formatLoadNote(ourLoad, theirs)),
    buildRatioRow('the same, by server CPU time', perCpuSecond, {}, CPU_NOTE),
    buildRatioRow('99th percentile', p99, {}, formatP99Note(ourLoad, theirs)),
  ]
  return { title: 'POST /api/new-order, 32 connections, synchronous=FULL, requests per second', rows }
}

/** Returns the load of 32 connections. Every order differs: equal orders within seconds count as one (P-83). */
export function buildOrderLoad(cookie?: string): LoadRequest {
  return {
    path: '/api/new-order',
    method: 'POST',
    connections: 32,
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify({
      packageName: 'Standard',
      packagePrice: '999',
      customerName: 'Dana Sample [<id>]',
      customerAddress: '100 Example Street, Springfield',
      customerCountry: 'United States',
    }),
    idReplacement: true,
  }
}
