import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faqItem } from '../../../src/contract/content/kinds/faq-item.ts'
import { sampleRecord } from '../../support/content.ts'
import { databaseOn } from '../../support/databases.ts'
import { type Postgres, STANDBY, startPostgres } from '../../support/postgres.ts'
import { type SeveralProcesses, type SiteAt, startProcesses } from '../../support/several-processes.ts'
import { startProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

const WRITERS = 3
const UNDER_WAY = { timeout: 30_000, interval: 20 }
/** How soon writes work again once the standby has taken over, in ms. */
const BACK_WITHIN = 10_000

let primary: Postgres
let standby: Postgres
/** What operators call a virtual address, or a pooler: it leads to the server that takes writes. */
let address: TcpProxy
let running: SeveralProcesses
const files = databaseOn(() => undefined)
beforeAll(async () => {
  primary = await startPostgres({ isDurable: true })
  standby = await startPostgres({ isDurable: true, standbyOf: primary })
  await onServer(primary, `alter system set synchronous_standby_names = '${STANDBY}'`)
  await onServer(primary, "alter system set synchronous_commit = 'remote_apply'")
  await onServer(primary, 'select pg_reload_conf()')
  address = await startProxy(portOf(primary))
  const url = new URL(`${primary.url}/postgres`)
  url.port = String(address.port)
  running = await startProcesses({ ...(await files.environment()), DATABASE_URL: url.href })
}, 120_000)
afterAll(async () => {
  await running.close()
  await address.close()
  await Promise.all([primary.stop(), standby.stop()])
  await files.remove()
})

const portOf = ({ url }: Postgres) => Number(new URL(url).port)

async function onServer({ url }: Postgres, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

it('A server that only reads is left for the one that is at its address by now, by reads too', { timeout: 60_000 }, async () => {
  const save = (where: SiteAt) => where.request('POST', `/api${faqItem.api.add}`, { as: 'admin', body: sampleRecord(faqItem) })
  const saves = async () => (await Promise.all(running.each.map(save))).map(({ status }) => status)
  const guests = async () => {
    const clients = "backend_type = 'client backend' and pid <> pg_backend_pid()"
    return Number((await onServer(standby, `select count(*) from pg_stat_activity where ${clients}`))[0]?.count)
  }
  expect(await saves()).toEqual([201, 201])
  address.leadTo(portOf(standby))
  address.cut()
  await expect.poll(saves, UNDER_WAY).toEqual([503, 503])
  const [refused] = await Promise.all(running.each.map(save))
  expect(refused?.text).toContain('Nothing was saved: the database cannot be written right now.')
  expect(await guests()).toBeGreaterThan(0)
  // Nobody cuts a connection this time.
  address.leadTo(portOf(primary))
  await expect.poll(saves, UNDER_WAY).toEqual([201, 201])
  await expect.poll(guests, UNDER_WAY).toBe(0)
})

it('A primary that is lost under load takes nothing with it that was acknowledged, and no process has to be started again', {
  timeout: 120_000,
}, async () => {
  const replicas = () => onServer(primary, 'select application_name, sync_state from pg_stat_replication')
  await expect.poll(replicas, UNDER_WAY).toEqual([{ application_name: STANDBY, sync_state: 'sync' }])
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let isOver = false
  async function writeOn(): Promise<void> {
    while (!isOver) {
      const body = sampleRecord(faqItem)
      const { status, headers, json } = await running.site.request('POST', `/api${faqItem.api.add}`, { as: 'admin', body })
      statuses.add(status)
      if (status === 201) acknowledged.push((json() as { record: { _id: string } }).record._id)
      else expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true])
    }
  }
  const load = Promise.all(Array.from({ length: WRITERS }, writeOn))
  // Whatever fails is told at the end; until then nobody waits for it.
  load.catch(() => {})

  await expect.poll(() => acknowledged.length, UNDER_WAY).toBeGreaterThan(20)
  await primary.kill()
  address.leadTo(portOf(standby))
  const before = acknowledged.length
  await onServer(standby, 'select pg_promote()')
  await expect.poll(() => acknowledged.length, { ...UNDER_WAY, timeout: BACK_WITHIN }).toBeGreaterThan(before + 20)
  isOver = true
  await load
  expect([running.hasEnded(), [...statuses].sort()]).toEqual([false, [201, 503]])
  for (const where of running.each) {
    const stored = (await where.request('GET', `/api${faqItem.api.list}`)).json() as { _id: string }[]
    const ids = new Set(stored.map(({ _id }) => _id))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  }
})
