import { fileURLToPath } from 'node:url'
import { faqItem } from '../src/contract/content/kinds/faq-item.ts'
import { compareServers } from './support/compare-servers.ts'
import { startServer } from './support/measured-server.ts'
import { createScratchFolder, signInAsAdmin, startProduct } from './support/product-server.ts'
import { buildRatioRow, CPU_NOTE, formatLoadNote, formatP99Note, type ReportRow } from './support/report-table.ts'

const BASELINE_SERVER = fileURLToPath(new URL('./baseline/content-writes-server.ts', import.meta.url))
const ROUND_PLAN = { rounds: 6, seconds: 2 }

/** Compares adding an FAQ item as an admin with a minimal route that commits each request alone. */
export async function benchmarkContentWrites() {
  const loadRequest = {
    path: `/api${faqItem.api.add}`,
    method: 'POST',
    connections: 32,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accodingTitle: 'How long does it take?', accodingText: 'Three to six months.\n\nSometimes less.' }),
  }
  const folder = createScratchFolder()
  const product = await startProduct(folder.path)
  const ours = {
    server: product,
    loadRequest: { ...loadRequest, headers: { ...loadRequest.headers, cookie: await signInAsAdmin(product) } },
  }

  async function compareWithBaseline(statements: 'one' | 'same'): Promise<Awaited<ReturnType<typeof compareServers>>> {
    const server = await startServer({
      command: [process.execPath, BASELINE_SERVER, `${folder.path}/bare-${statements}.db`, statements],
    })
    const comparison = await compareServers(ours, { server, loadRequest }, ROUND_PLAN)
    await server.stop()
    return comparison
  }

  const singleInsert = await compareWithBaseline('one')
  const sameRows = await compareWithBaseline('same')
  await product.stop()
  folder.remove()
  const rows: ReportRow[] = [
    buildRatioRow(
      'against one insert, committed alone',
      singleInsert.perSecond,
      {},
      formatLoadNote(singleInsert.ours, singleInsert.theirs),
    ),
    buildRatioRow(
      'against the same rows, committed alone',
      sameRows.perSecond,
      {},
      formatLoadNote(sameRows.ours, sameRows.theirs),
    ),
    buildRatioRow('the same, by server CPU time', sameRows.perCpuSecond, {}, CPU_NOTE),
    buildRatioRow(
      '99th percentile, against one insert',
      singleInsert.p99,
      {},
      formatP99Note(singleInsert.ours, singleInsert.theirs),
    ),
  ]
  return {
    title: 'content POST, 32 connections, synchronous=FULL, requests per second',
    rows,
  }
}
