import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { formatDuration, iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { type SiteUnderTest, startSiteUnderTest } from '../../support/faults/site-under-test.ts'
import { buildFileForm } from '../../support/order-files.ts'
import { pickSize } from '../../support/proof-size.ts'
import { startSignedInServer } from '../../support/signed-in-server-process.ts'
import { standardPackageValues } from '../../support/site-with-paypal.ts'
import { fillDisk, mountExt4Disk, mountMemoryDisk, unmount } from '../../support/small-disk.ts'
import { adminEmail } from '../../support/test-app.ts'
import { buildRecordValues } from '../../support/test-content-module.ts'

/** How often the disk fills and is cleared again. */
const DISK_FILLS = pickSize({ short: 1, whole: 10 })
const CLIENT_COUNT = 8
/** How often the test compares a save with `/readyz` on a full disk. */
const SAMPLES = pickSize({ short: 15, whole: 40 })
/** The minimum number of refused writes before the disk has space again. */
const MIN_REFUSED_WRITES = 30

let folder: string
let site: SiteUnderTest | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
})
afterEach(async () => {
  await site?.close()
  site = undefined
  unmount(folder)
  rmSync(folder, { recursive: true, force: true })
})

/** Fills the disk or limits file sizes. Returns a function that ends it. */
type Fill = (pid: number) => () => void

/** Mounts a small disk, which only root may do. Other users get a file size limit instead. */
function useSmallDisk(): Fill | undefined {
  return mountMemoryDisk(folder, 64) ? () => fillDisk(folder) : undefined
}

/** Lets no file of the process grow (`RLIMIT_FSIZE`), like an exhausted quota. Writes fail with EFBIG. */
const limitFileSize: Fill = (pid) => {
  const setLimit = (limit: string) => {
    const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${limit}:unlimited`])
    if (status !== 0) throw new Error(String(stderr))
  }
  setLimit('4096')
  return () => setLimit('unlimited')
}

const scenarios: readonly { name: string; fill: () => Fill | undefined }[] = [
  { name: 'a disk that is full', fill: useSmallDisk },
  { name: 'a limit that lets no file grow', fill: () => limitFileSize },
]

it.each(scenarios)(
  '$name blocks writes but not reads, and writes work again once there is space (SQLite)',
  async ({ name, fill }) => {
    // Without the right to mount, the limit replaces the disk.
    const fillDiskOnce = fill() ?? limitFileSize
    site = await startSiteUnderTest({ DATA_DIR: folder })
    const { checker } = site
    const load = checker.load(CLIENT_COUNT)
    const recoveryTimes: number[] = []
    const failed: string[] = []
    for (const _ of iterateRounds(DISK_FILLS, name)) {
      const [before, refused] = [checker.acknowledged(), checker.countRefusals()]
      await expect.poll(checker.acknowledged, { interval: 20 }).toBeGreaterThan(before + CLIENT_COUNT)
      const clear = fillDiskOnce(site.pid())
      const readers = site.startReading()
      // Some writes may still succeed in free space inside the files.
      await expect.poll(checker.countRefusals, { interval: 20 }).toBeGreaterThan(refused + MIN_REFUSED_WRITES)
      failed.push(...(await readers.stop()))
      clear()
      const [clearedAt, acknowledgedBefore] = [performance.now(), checker.acknowledged()]
      await expect.poll(checker.acknowledged, { interval: 20 }).toBeGreaterThan(acknowledgedBefore + CLIENT_COUNT)
      recoveryTimes.push(performance.now() - clearedAt)
    }
    await load.stop()
    await checker.retryUnacknowledged()
    await checker.waitUntilNoticesRead()
    const refused = checker.countRefusals()
    // Acknowledged writes must outlive the process.
    await site.kill()
    await site.start()
    await checker.waitUntilNoticesRead()
    await site.stop()
    const { acknowledged, byKind: _, unresolved, ...faults } = await checker.verdict()
    reportToRunner({
      fault: 'disk',
      on: `SQLite, ${name}`,
      measured:
        `${recoveryTimes.length} times: ${refused} writes refused with 503, ${failed.length} reads failed; ` +
        `saved again without a restart after ${formatDuration(Math.max(...recoveryTimes))} at most; of ${acknowledged} acknowledged ` +
        `${faults.lost.length} lost, ${unresolved.length} unresolved`,
      isKept: failed.length === 0,
    })
    expect(failed).toEqual([])
    expect(faults).toEqual({ lost: [], doubled: [], denied: [], wrong: [] })
  },
  120_000,
)

it('/readyz predicts on a full disk whether the next save works (ext4, SQLite)', async (context) => {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  if (!mountExt4Disk(disk, join(folder, 'image'), 48)) context.skip()
  try {
    const data = join(disk, 'data')
    mkdirSync(data, { mode: 0o700 })
    const running = await startSignedInServer({ DATA_DIR: data })
    const save = async (nth: number) =>
      (await running.request('POST', `/api${faqItem.api.add}`, buildRecordValues(faqItem, nth))).status === 201
    for (let nth = 0; nth < 20; nth++) expect(await save(nth)).toBe(true)
    const clear = fillDisk(disk)
    const samples: { saves: boolean[]; ready: number }[] = []
    for (let nth = 0; nth < SAMPLES; nth++) {
      const before = await save(nth)
      const { status } = await running.request('GET', '/readyz')
      samples.push({ saves: [before, await save(nth)], ready: status })
    }
    const failing = samples.filter(({ saves }) => !saves.includes(true))
    const wrong = failing.filter(({ ready }) => ready === 200).length
    const measured = `${SAMPLES} samples: no save worked in ${failing.length}; /readyz answered 200 in ${wrong} of them`
    reportToRunner({ fault: 'disk', on: 'SQLite, /readyz on ext4', measured, isKept: wrong === 0 })
    expect(failing.length).toBeGreaterThan(0)
    expect(wrong).toBe(0)
    clear()
    expect(await save(1)).toBe(true)
    expect((await running.request('GET', '/readyz')).status).toBe(200)
    await running.stop()
  } finally {
    unmount(disk)
  }
})

it('a full disk lets the owner log in and erase files, and then takes saves again (SQLite)', async ({ skip }) => {
  if (!mountMemoryDisk(folder, 96)) skip()
  const environment = { DATA_DIR: folder }
  let server = await startSignedInServer(environment)
  const address = { customerName: 'Dana', customerAddress: '12 Main Street', customerCountry: 'USA' }
  const place = async () => {
    const { text } = await server.request('POST', '/api/new-order', { packageName: 'Standard', packagePrice: '999', ...address })
    return (JSON.parse(text) as { record: { _id: string } }).record._id
  }
  await server.request('POST', '/api/add-pricing', standardPackageValues)
  const orderId = await place()
  const upload = async (nth: number) => {
    const body = buildFileForm(Buffer.alloc(8 * 1024 ** 2, `Line of file ${nth}\n`), `${nth}.txt`)
    return (await server.request('POST', `/api/order-file/${orderId}`, body)).status
  }
  expect([await upload(1), await upload(2)]).toEqual([201, 201])
  // A restart begins a new log, which needs space of its own.
  await server.stop()
  server = await startSignedInServer(environment)
  fillDisk(folder)
  expect(await upload(3)).toBe(503)
  // Uses up what the files of the database have left.
  const note = (nth: number) =>
    server.request('POST', '/api/customer-notes', { email: 'dana@example.com', text: `Note ${nth} ${'x'.repeat(4_000)}` })
  await note(1)
  await server.signIn()
  const erased = await server.request('POST', '/api/erase-customer-notes', { email: adminEmail })
  expect([erased.status, erased.text]).toEqual([200, expect.stringContaining('deleted')])
  for (let nth = 2; nth < 300; nth++) expect((await note(nth)).status).toBe(201)
  await server.stop()
})
