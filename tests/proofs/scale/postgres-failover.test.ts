import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { type Postgres, STANDBY_NAME, startPostgres } from '../../support/postgres.ts'
import { runsFullProofs } from '../../support/proof-size.ts'
import { type ServerCluster, type SiteClient, startServerCluster } from '../../support/server-cluster.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { buildRecordValues } from '../../support/test-content-module.ts'
import { createTestDatabases } from '../../support/test-databases.ts'

const WRITERS = 3
const LOAD_POLL = { interval: 20 }
/** On an idle machine, writes work again within ten seconds after the standby takes over. */
const RECOVERY_POLL = { ...LOAD_POLL, ...(runsFullProofs && { timeout: 10_000 }) }

let primary: Postgres
let standby: Postgres
/** Stands for a virtual IP address or a pooler, which leads to the server that takes writes. */
let databaseProxy: TcpProxy
let running: ServerCluster
const files = createTestDatabases(() => undefined)
beforeAll(async () => {
  primary = await startPostgres({ isDurable: true })
  standby = await startPostgres({ isDurable: true, primaryServer: primary })
  await runOnServer(primary, `alter system set synchronous_standby_names = '${STANDBY_NAME}'`)
  await runOnServer(primary, "alter system set synchronous_commit = 'remote_apply'")
  await runOnServer(primary, 'select pg_reload_conf()')
  databaseProxy = await startTcpProxy(getPort(primary))
  const url = new URL(`${primary.url}/postgres`)
  url.port = String(databaseProxy.port)
  running = await startServerCluster({ ...(await files.environment()), DATABASE_URL: url.href })
})
afterAll(async () => {
  await running.close()
  await databaseProxy.close()
  await Promise.all([primary.stop(), standby.stop()])
})

const getPort = ({ url }: Postgres) => Number(new URL(url).port)

async function runOnServer({ url }: Postgres, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

it('processes leave a read-only server once its address leads to the primary again', async () => {
  const save = (client: SiteClient) =>
    client.request('POST', `/api${faqItem.api.add}`, { as: 'admin', body: buildRecordValues(faqItem) })
  const saveInEachProcess = async () => (await Promise.all(running.processClients.map(save))).map(({ status }) => status)
  const readInEachProcess = () =>
    Promise.all(running.processClients.map((client) => client.request('GET', '/api/subscribers', { as: 'admin' })))
  const countStandbyClients = async () => {
    const clients = "backend_type = 'client backend' and pid <> pg_backend_pid()"
    return Number((await runOnServer(standby, `select count(*) from pg_stat_activity where ${clients}`))[0]?.count)
  }
  expect(await saveInEachProcess()).toEqual([201, 201])
  databaseProxy.switchTarget(getPort(standby))
  databaseProxy.cutAll()
  await expect.poll(saveInEachProcess, LOAD_POLL).toEqual([503, 503])
  const [refused] = await Promise.all(running.processClients.map(save))
  expect(refused?.text).toContain('Nothing was saved, because the database is not available right now.')
  expect((await readInEachProcess()).map(({ status }) => status)).toEqual([200, 200])
  expect(await countStandbyClients()).toBeGreaterThan(0)
  // The proxy cuts no connection this time.
  databaseProxy.switchTarget(getPort(primary))
  await expect.poll(saveInEachProcess, LOAD_POLL).toEqual([201, 201])
  await expect.poll(countStandbyClients, LOAD_POLL).toBe(0)
})

it('a failover under load loses no acknowledged write and needs no restart of a process', async () => {
  const listReplicas = () => runOnServer(primary, 'select application_name, sync_state from pg_stat_replication')
  await expect.poll(listReplicas, LOAD_POLL).toEqual([{ application_name: STANDBY_NAME, sync_state: 'sync' }])
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let isStopped = false
  async function keepWriting(): Promise<void> {
    while (!isStopped) {
      const body = buildRecordValues(faqItem)
      const { status, headers, json } = await running.site.request('POST', `/api${faqItem.api.add}`, { as: 'admin', body })
      statuses.add(status)
      if (status === 201) acknowledged.push((json() as { record: { _id: string } }).record._id)
      else expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true])
    }
  }
  const load = Promise.all(Array.from({ length: WRITERS }, keepWriting))
  // The `await` below reports a failure. Until then, this avoids an unhandled rejection.
  load.catch(() => {})

  await expect.poll(() => acknowledged.length, LOAD_POLL).toBeGreaterThan(20)
  await primary.kill()
  databaseProxy.switchTarget(getPort(standby))
  const before = acknowledged.length
  await runOnServer(standby, 'select pg_promote()')
  await expect.poll(() => acknowledged.length, RECOVERY_POLL).toBeGreaterThan(before + 20)
  isStopped = true
  await load
  expect([running.hasEnded(), [...statuses].sort()]).toEqual([false, [201, 503]])
  for (const client of running.processClients) {
    const stored = (await client.request('GET', `/api${faqItem.api.list}`)).json() as { _id: string }[]
    const ids = new Set(stored.map(({ _id }) => _id))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  }
})
