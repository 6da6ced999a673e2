import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { budgets } from './budgets.ts'
import { startServer } from './support/processes.ts'
import { scratchFolder, startProduct } from './support/product.ts'
import { rawReply } from './support/raw-reply.ts'
import { compare } from './support/rounds.ts'
import { CPU_NOTE, loadNote, p99Note, ratioRow } from './support/table.ts'

const BARE = fileURLToPath(new URL('./bare/kept-page.ts', import.meta.url))
const order = { path: '/', connections: 64, headers: { 'accept-encoding': 'br' }, isPlain: true }

/** The kept landing page against a bare server that sends the same bytes under the same headers. */
export async function cached() {
  const folder = scratchFolder()
  const product = await startProduct(folder.path)
  const page = await rawReply(product.port, order.path)
  const file = `${folder.path}/page.json`
  writeFileSync(file, JSON.stringify(page))
  const bare = await startServer({ command: [process.execPath, BARE, file] })
  const copy = await rawReply(bare.port, order.path)
  if (JSON.stringify(copy) !== JSON.stringify(page)) throw new Error('The bare server does not send what the product sends.')
  const { perSecond, p99, perCpuSecond, ours, theirs } = await compare(
    { server: product, order },
    { server: bare, order },
    { rounds: 8, seconds: 2 },
  )
  await Promise.all([product.stop(), bare.stop()])
  folder.remove()
  return {
    title: 'kept landing page, brotli, 64 connections, against bare node:http sending the same bytes and headers',
    rows: [
      ratioRow('requests per second', perSecond, budgets.cachedRate, loadNote(ours, theirs)),
      ratioRow('requests per second of server CPU time', perCpuSecond, budgets.cachedCpu, CPU_NOTE),
      ratioRow('99th percentile of the time to answer', p99, budgets.cachedP99, p99Note(ours, theirs)),
    ],
  }
}
