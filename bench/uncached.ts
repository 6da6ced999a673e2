import { fileURLToPath } from 'node:url'
import { budgets } from './budgets.ts'
import { buildTree } from './support/build-tree.ts'
import { type Server, startServer } from './support/processes.ts'
import { scratchFolder, signIn, startProduct } from './support/product.ts'
import { compare, median } from './support/rounds.ts'
import { CPU_NOTE, figureRow, loadNote, p99Note, ratioRow } from './support/table.ts'

const BARE = fileURLToPath(new URL('./bare/rendered-page.ts', import.meta.url))
const CHANGES = 15
/** A query that the page reads, so the product renders it for each request. */
const FRESH = '/?registered'

/** The landing page rendered for every request, against its bare components over the same queries. */
export async function uncached() {
  const folder = scratchFolder()
  const tree = await buildTree(folder.path)
  const product = await startProduct(folder.path)
  const bare = await startServer({
    command: [process.execPath, BARE, folder.path, tree, `http://127.0.0.1:${product.port}`],
    env: { NODE_ENV: 'production' },
  })
  const order = { path: FRESH, connections: 8 }
  if ((await textAt(product)) !== (await textAt(bare))) throw new Error('The two sides do not render the same page.')
  const { perSecond, p99, perCpuSecond, ours, theirs } = await compare(
    { server: product, order },
    { server: bare, order },
    { rounds: 8, seconds: 2 },
  )
  await bare.stop()
  const { first, kept } = await afterChanges(product)
  await product.stop()
  folder.remove()
  const note = `median of ${CHANGES}, with its compression; the next ${kept.toFixed(1)} ms`
  return {
    title:
      'landing page rendered for each request, uncompressed, against renderToStaticMarkup of the bare tree with the same queries',
    rows: [
      ratioRow('requests per second', perSecond, budgets.uncachedRate, loadNote(ours, theirs)),
      ratioRow('requests per second of server CPU time', perCpuSecond, budgets.uncachedCpu, CPU_NOTE),
      ratioRow('99th percentile of the time to answer', p99, {}, p99Note(ours, theirs)),
      figureRow('first view after a save', first, { unit: ' ms', digits: 1 }, note),
    ],
  }
}

async function textAt({ port }: Server): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}${FRESH}`)).text()
}

/** Saves a record, then looks at the page as a browser would: the first look renders, the second is served as kept. */
async function afterChanges(product: Server): Promise<{ first: number; kept: number }> {
  const address = `http://127.0.0.1:${product.port}`
  const cookie = await signIn(product)
  const first: number[] = []
  const kept: number[] = []
  for (let change = 0; change < CHANGES; change++) {
    const body = JSON.stringify({ accodingTitle: `Question ${change}`, accodingText: 'An answer.' })
    const headers = { 'content-type': 'application/json', cookie }
    const { status } = await fetch(`${address}/api/add-faq-item`, { method: 'POST', headers, body })
    if (status !== 201) throw new Error(`A save answered ${status}`)
    for (const times of [first, kept]) {
      const asked = performance.now()
      await (await fetch(address, { headers: { 'accept-encoding': 'br' } })).arrayBuffer()
      times.push(performance.now() - asked)
    }
  }
  return { first: median(first), kept: median(kept) }
}
