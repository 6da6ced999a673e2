import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sized } from '../support/proof-size.ts'
import { type JudgedSite, startJudgedSite } from './judged-site.ts'
import { duration, tell } from './measure.ts'

/** How often the disk fills and is cleared again. */
const TIMES = sized({ short: 1, whole: 10 })
const PEOPLE = 8
/** How many writes are refused before there is room again, at least. */
const REFUSED = 30
/** In bytes. */
const PIECE = 4096

let folder: string
let site: JudgedSite | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
})
afterEach(async () => {
  await site?.close()
  site = undefined
  spawnSync('umount', [folder], { stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
})

/** Either way of there being no room; both are ended by a call. */
type Fill = (pid: number) => () => void

/** Root may mount a small disk of its own; everybody else is given a limit that takes effect on a running process. */
function smallDisk(): Fill | undefined {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=0700', 'none', folder], { stdio: 'ignore' })
  if (status !== 0) return undefined
  const filler = join(folder, 'filler')
  return () => {
    const piece = Buffer.alloc(PIECE)
    try {
      for (;;) appendFileSync(filler, piece)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
    return () => rmSync(filler)
  }
}

/** No file of the process may grow any more (`RLIMIT_FSIZE`), as where a quota is used up: its writes end with EFBIG. */
const limit: Fill = (pid) => {
  const set = (most: string) => {
    const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${most}:unlimited`])
    if (status !== 0) throw new Error(String(stderr))
  }
  set('4096')
  return () => set('unlimited')
}

const ways: readonly { name: string; fill: () => Fill | undefined }[] = [
  { name: 'a disk that is full', fill: smallDisk },
  { name: 'a limit that lets no file grow', fill: () => limit },
]

it.each(ways)(
  '$name refuses writes, leaves reading alone, and is forgotten once there is room (SQLite)',
  async ({ name, fill }) => {
    // Without the right to mount anything the limit stands for the disk.
    const way = fill() ?? limit
    site = await startJudgedSite({ DATA_DIR: folder })
    const { oracle } = site
    const load = oracle.load(PEOPLE)
    const backs: number[] = []
    const failed: string[] = []
    for (let nth = 0; nth < TIMES; nth++) {
      const [before, refused] = [oracle.acknowledged(), oracle.refused()]
      await expect.poll(oracle.acknowledged, { timeout: 30_000, interval: 20 }).toBeGreaterThan(before + PEOPLE)
      const clear = way(site.pid())
      const readers = site.readOn()
      // Some may still be saved meanwhile, in room that the files have already.
      await expect.poll(oracle.refused, { timeout: 30_000, interval: 20 }).toBeGreaterThan(refused + REFUSED)
      failed.push(...(await readers.stop()))
      clear()
      const [cleared, during] = [performance.now(), oracle.acknowledged()]
      await expect.poll(oracle.acknowledged, { timeout: 30_000, interval: 20 }).toBeGreaterThan(during + PEOPLE)
      backs.push(performance.now() - cleared)
    }
    await load.stop()
    await oracle.sendAgain()
    await oracle.noticesRead(30_000)
    const refused = oracle.refused()
    // What was acknowledged has to outlive the process that said so.
    await site.kill()
    await site.start()
    await oracle.noticesRead(30_000)
    await site.stop()
    const { acknowledged, byKind: _, unanswered, ...faults } = await oracle.verdict()
    tell({
      fault: 'disk',
      on: `SQLite, ${name}`,
      measured:
        `${TIMES} times: ${refused} writes refused with 503, ${failed.length} reads failed; ` +
        `saved again without a restart after ${duration(Math.max(...backs))} at most; of ${acknowledged} acknowledged ` +
        `${faults.lost.length} lost, ${unanswered} unanswered`,
      isKept: failed.length === 0,
    })
    expect(failed).toEqual([])
    expect(faults).toEqual({ lost: [], doubled: [], denied: [], wrong: [] })
  },
  120_000,
)
