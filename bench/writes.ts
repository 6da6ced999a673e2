import { fileURLToPath } from 'node:url'
import { faqItem } from '../src/contract/content/kinds/faq-item.ts'
import { startServer } from './support/processes.ts'
import { scratchFolder, signIn, startProduct } from './support/product.ts'
import { compare } from './support/rounds.ts'
import { CPU_NOTE, loadNote, p99Note, type Row, ratioRow } from './support/table.ts'

const BARE = fileURLToPath(new URL('./bare/writes.ts', import.meta.url))
const PLAN = { rounds: 6, seconds: 2 }

/** Adding a question and its answer as an admin, against a bare route that commits each request alone. */
export async function writes() {
  const order = {
    path: `/api${faqItem.api.add}`,
    method: 'POST',
    connections: 32,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accodingTitle: 'How long does it take?', accodingText: 'Three to six months.\n\nSometimes less.' }),
  }
  const folder = scratchFolder()
  const product = await startProduct(folder.path)
  const ours = { server: product, order: { ...order, headers: { ...order.headers, cookie: await signIn(product) } } }

  async function against(statements: 'one' | 'same'): Promise<Awaited<ReturnType<typeof compare>>> {
    const server = await startServer({ command: [process.execPath, BARE, `${folder.path}/bare-${statements}.db`, statements] })
    const comparison = await compare(ours, { server, order }, PLAN)
    await server.stop()
    return comparison
  }

  const one = await against('one')
  const same = await against('same')
  await product.stop()
  folder.remove()
  const rows: Row[] = [
    ratioRow('against one insert, committed alone', one.perSecond, {}, loadNote(one.ours, one.theirs)),
    ratioRow('against the same rows, committed alone', same.perSecond, {}, loadNote(same.ours, same.theirs)),
    ratioRow('the same, by server CPU time', same.perCpuSecond, {}, CPU_NOTE),
    ratioRow('99th percentile, against one insert', one.p99, {}, p99Note(one.ours, one.theirs)),
  ]
  return {
    title: 'content POST, 32 connections, synchronous=FULL, requests per second',
    rows,
  }
}
