import { fileURLToPath } from 'node:url'
import { budgets } from './budgets.ts'
import type { Order } from './support/load.ts'
import { startServer } from './support/processes.ts'
import { scratchFolder, signIn, startProduct } from './support/product.ts'
import { compare } from './support/rounds.ts'
import { CPU_NOTE, loadNote, p99Note, type Row, ratioRow } from './support/table.ts'

const BARE = fileURLToPath(new URL('./bare/orders.ts', import.meta.url))
const PLAN = { rounds: 6, seconds: 2 }

/** Placing orders, each another one, against a bare route that commits one insert for each. */
export async function orders() {
  const folder = scratchFolder()
  const product = await startProduct(folder.path, { RATE_LIMITS: 'off' })
  const server = await startServer({ command: [process.execPath, BARE, `${folder.path}/bare.db`] })
  const ours = { server: product, order: newOrderLoad(await signIn(product)) }
  const { perSecond, perCpuSecond, p99, ours: our, theirs } = await compare(ours, { server, order: newOrderLoad() }, PLAN)
  await server.stop()
  await product.stop()
  folder.remove()
  const rows: Row[] = [
    ratioRow('against one insert, committed alone', perSecond, budgets.orders, loadNote(our, theirs)),
    ratioRow('the same, by server CPU time', perCpuSecond, {}, CPU_NOTE),
    ratioRow('99th percentile', p99, {}, p99Note(our, theirs)),
  ]
  return { title: 'POST /api/new-order, 32 connections, synchronous=FULL, requests per second', rows }
}

/** Orders at 32 connections, each another one: the same twice within seconds is one. */
export function newOrderLoad(cookie?: string): Order {
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
