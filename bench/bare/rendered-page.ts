import { createServer } from 'node:http'
import type { Call, Endpoint } from '../../src/contract/endpoint.ts'
import { sections } from '../../src/contract/sections.ts'
import { openDatabase } from '../../src/server/db/db.ts'
import { readAssets } from '../../src/server/pages/render.ts'

// The product's database and queries, without its checks, its sessions and its router.
const [, , dataDir = '', tree = '', origin = ''] = process.argv
const { renderLanding } = await import(tree)
const { read } = await openDatabase({ dataDir, databaseUrl: undefined })
const assets = await readAssets()
const orders = new Map(sections.map(({ kind, shape }) => [kind, shape === 'single' ? ('desc' as const) : ('asc' as const)]))

const call = (async ({ tag }: Endpoint) => {
  const order = orders.get(tag) ?? 'asc'
  const rows = await read
    .selectFrom('content_record')
    .selectAll()
    .where('kind', '=', tag)
    .orderBy('position', order)
    .orderBy('id', order)
    .execute()
  return rows.map(({ id, sample, data }) => ({ _id: id, ...(sample && { _sample: true }), ...JSON.parse(data) }))
}) as unknown as Call

createServer(async (_request, response) => {
  const html = Buffer.from(await renderLanding(call, origin, assets))
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length }).end(html)
}).listen(Number(process.env.PORT), '127.0.0.1')
