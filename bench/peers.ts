import { join } from 'node:path'
import { newOrderLoad } from './orders.ts'
import { installPeers } from './support/install-peers.ts'
import { startNext, textOf } from './support/next-peer.ts'
import { type Server, startServer } from './support/processes.ts'
import { scratchFolder, signIn, startProduct } from './support/product.ts'
import { type Comparison, compare } from './support/rounds.ts'
import { CPU_NOTE, loadNote, type Row, ratioRow } from './support/table.ts'

const PLAN = { rounds: 4, seconds: 3 }
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' }

/** The product beside what others would write the same with, at its own work: for scale, without a budget. */
export async function peers() {
  const packages = await installPeers()
  const folder = scratchFolder()
  const product = await startProduct(folder.path, { RATE_LIMITS: 'off' })
  const rows = [...(await besideNext(product, packages)), ...(await besideOrderWriters(product, packages, folder.path))]
  await product.stop()
  folder.remove()
  return { title: 'requests per second against Next.js, Express and Fastify', rows }
}

async function besideNext(product: Server, packages: string): Promise<Row[]> {
  const landing = await (await fetch(`http://127.0.0.1:${product.port}/`)).text()
  const next = await startNext(packages, landing)
  async function weightOf(path: string): Promise<string> {
    const html = await (await fetch(`http://127.0.0.1:${next.port}${path}`)).text()
    if (textOf(html) !== textOf(landing)) throw new Error(`Next.js does not answer the same page at ${path}.`)
    return `its HTML is ${(html.length / landing.length).toFixed(1)} times as long`
  }
  const [prebuiltWeight, dynamicWeight] = [await weightOf('/'), await weightOf('/dynamic')]
  const kept = { path: '/', connections: 64, headers: BROWSER }
  const prebuilt = await compare({ server: product, order: kept }, { server: next, order: kept }, PLAN)
  const fresh = { path: '/?registered', connections: 8 }
  const dynamic = await compare({ server: product, order: fresh }, { server: next, order: { ...fresh, path: '/dynamic' } }, PLAN)
  const rows = [
    ...rowsOf('kept landing page against Next.js, prebuilt, both compressed', prebuilt, prebuiltWeight),
    ...rowsOf('landing page rendered with its queries against Next.js, dynamic, without any', dynamic, dynamicWeight),
  ]
  await next.stop()
  return rows
}

async function besideOrderWriters(product: Server, packages: string, data: string): Promise<Row[]> {
  const cookie = await signIn(product)
  const rows: Row[] = []
  for (const name of ['express', 'fastify']) {
    const program = join(packages, `${name}-orders.mjs`)
    const server = await startServer({
      command: [process.execPath, program, join(data, `${name}.db`)],
      env: { NODE_ENV: 'production' },
    })
    const comparison = await compare(
      { server: product, order: newOrderLoad(cookie) },
      { server, order: newOrderLoad('session=the-session') },
      PLAN,
    )
    await server.stop()
    rows.push(...rowsOf(`orders against ${name}, which writes the same rows and commits each alone`, comparison))
  }
  return rows
}

function rowsOf(what: string, { perSecond, perCpuSecond, ours, theirs }: Comparison, note?: string): Row[] {
  return [
    ratioRow(what, perSecond, {}, [loadNote(ours, theirs), note].filter(Boolean).join('; ')),
    ratioRow('the same, by server CPU time', perCpuSecond, {}, CPU_NOTE),
  ]
}
