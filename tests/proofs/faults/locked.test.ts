import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseOn } from '../../support/databases.ts'
import { type JudgedSite, startJudgedSite } from '../../support/faults/judged-site.ts'
import { duration, tell } from '../../support/faults/measure.ts'
import { sized } from '../../support/proof-size.ts'

/** How long another process holds the file, in ms; whoever wants to write is refused after five seconds. */
const HELD_FOR = sized({ short: 6_000, whole: 10_000 })
const PEOPLE = 16
/** How long the event loop may stand still, in ms. */
const LONGEST_BLOCK = 250
/** The longest time until a write is answered, in ms. Other work on the machine makes it longer. */
const ANSWERED_WITHIN = sized({ short: 6_500, whole: 5_000 })

describe('a database that another process holds for long (SQLite)', () => {
  const database = databaseOn(() => undefined)
  let site: JudgedSite
  beforeAll(async () => {
    site = await startJudgedSite(await database.environment())
  })
  afterAll(async () => {
    await site.close()
    await database.remove()
  })

  it('refuses writes with the word that nothing was saved, serves readers, and takes writes again', {
    timeout: 90_000,
  }, async () => {
    const { oracle } = site
    const other = new DatabaseSync(join(oracle.settings.DATA_DIR ?? '', 'rankstead.db'), { timeout: 5_000 })
    const load = oracle.load(PEOPLE)
    await expect.poll(oracle.acknowledged, { timeout: 20_000 }).toBeGreaterThan(PEOPLE)
    await vi.waitFor(() => other.exec('begin immediate'), 10_000)
    const held = performance.now()
    const before = oracle.acknowledged()
    const readers = site.readOn()
    let longest = 0
    while (performance.now() - held < HELD_FOR) {
      const asked = performance.now()
      expect(await site.statusOf('/healthz')).toBe(200)
      longest = Math.max(longest, performance.now() - asked)
      await pause(20)
    }
    const failed = await readers.stop()
    expect(oracle.refused()).toBeGreaterThan(0)
    other.exec('rollback')
    other.close()
    const freed = performance.now()
    await expect.poll(oracle.acknowledged, { timeout: 20_000, interval: 20 }).toBeGreaterThan(before + PEOPLE)
    const back = performance.now() - freed
    await load.stop()
    await oracle.sendAgain()
    await oracle.noticesRead(30_000)
    const refused = oracle.refused()
    await site.stop()
    const { acknowledged, byKind: _, unanswered, ...faults } = await oracle.verdict()
    tell({
      fault: 'locked',
      on: 'SQLite',
      measured:
        `held for ${duration(HELD_FOR)}: ${refused} writes refused with 503, ${acknowledged} acknowledged before and after, ` +
        `${faults.lost.length} lost; each answered within ${duration(oracle.slowest())}; others waited ${duration(longest)} at most; written again after ${duration(back)}`,
      isKept: longest <= LONGEST_BLOCK && oracle.slowest() <= ANSWERED_WITHIN,
    })
    expect(oracle.slowest()).toBeLessThan(ANSWERED_WITHIN)
    expect(failed).toEqual([])
    expect(unanswered).toBe(0)
    expect(faults).toEqual({ lost: [], doubled: [], denied: [], wrong: [] })
  })
})
