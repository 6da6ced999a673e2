import { createServer } from 'node:http'
import { kindsByListEndpoint } from '../../src/contract/content/kinds-by-list-endpoint.ts'
import { contentKinds } from '../../src/contract/content-kinds.ts'
import type { ApiCallFunction, Endpoint } from '../../src/contract/core/endpoint.ts'
import { buildEndpointKey } from '../../src/contract/core/endpoint.ts'
import { getRecordPagePath } from '../../src/server/content/records/record-page-paths.ts'
import { openDatabase } from '../../src/server/migrations/open-database.ts'
import { readPageAssets } from '../../src/server/site/pages/load-page-renderer.ts'

// Uses the product's database and components, without access checks, sessions and router.
const [, , dataDir = '', modulePath = '', origin = ''] = process.argv
const { renderLandingPage } = await import(modulePath)
const { read } = await openDatabase({ dataDir, databaseUrl: undefined })
const assets = await readPageAssets()
/** By call: the bundled page has endpoint values of its own. */
const kindsByCall = new Map([...kindsByListEndpoint].map(([endpoint, kind]) => [buildEndpointKey(endpoint), kind]))
const byKind = new Map(contentKinds.map((contentKind) => [contentKind.kind, contentKind]))

const call = (async (endpoint: Endpoint) => {
  const kind = kindsByCall.get(buildEndpointKey(endpoint)) ?? ''
  const contentKind = byKind.get(kind)
  const order = contentKind?.shape === 'single' ? 'desc' : 'asc'
  const rows = await read
    .selectFrom('content_record')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('position', order)
    .orderBy('id', order)
    .execute()
  return rows.map(({ id, sample, data }) => {
    const values = JSON.parse(data)
    return {
      _id: id,
      ...(sample && { _sample: true }),
      _path: contentKind && getRecordPagePath(contentKind, { values }),
      ...values,
    }
  })
}) as unknown as ApiCallFunction

createServer(async (_request, response) => {
  const html = Buffer.from(await renderLandingPage(call, origin, assets))
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length }).end(html)
}).listen(Number(process.env.PORT), '127.0.0.1')
