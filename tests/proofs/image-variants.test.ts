import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config/config.ts'
import type { EncodeImage } from '../../src/server/content/media/encoding/run-encoder.ts'
import { type Database, openDatabase } from '../../src/server/platform/db/open-database.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { createTestImage } from '../support/test-images.ts'
import { createTestMedia } from '../support/test-media.ts'

const WORKER = fileURLToPath(new URL('../support/image-variants-process.ts', import.meta.url))
/** In ms; other tests want the machine too. */
const SOON = { timeout: 40_000, interval: 50 }

describeOnEachDatabase('the variants of a picture', (kind) => {
  let environment: Record<string, string>
  let database: Database
  let other: Database
  beforeAll(async () => {
    environment = await kind.environment()
    database = await openDatabase(readConfig(environment))
    other = await openDatabase(readConfig(environment))
  })
  afterAll(() => Promise.all([database.close(), other.close()]))

  const received = (bytes: Buffer) => ({ bytes, sha256: createHash('sha256').update(bytes).digest('hex') })
  const rows = () => database.main.selectFrom('media_variant').selectAll().orderBy('id').execute()
  const waiting = async () => (await rows()).filter(({ made_at }) => made_at === null).map(({ id }) => id)

  async function add(width: number, seed: number): Promise<string> {
    const file = received(await createTestImage(width, 300, { seed }))
    const { image: added } = await createTestMedia(database).add(file, { alt: '', author: 'owner' })
    return added.id
  }

  /** Does nothing but take note; what it is asked for takes as long as a queue needs to find more of it. */
  function counting() {
    const requestedVariants: string[] = []
    const encode: EncodeImage = async (task, input) => {
      if (task.kind !== 'shrink') throw new Error('Only smaller forms are asked for.')
      requestedVariants.push(`${task.width}.${task.format}`)
      await new Promise((resolve) => setTimeout(resolve, 30))
      return { ...task, height: 1, bytes: Buffer.from(input.subarray(0, 3)) }
    }
    return { asked: requestedVariants, encode }
  }

  it('are each made once by however many processes, one at a time in each, those for every browser first', async () => {
    const id = await add(1000, 1)
    const { asked: requestedVariants, encode } = counting()
    const processes = [createTestMedia(database, { encode }), createTestMedia(other, { encode })]
    for (const { start } of processes) start()
    await expect.poll(waiting, SOON).toEqual([])
    for (const { close } of processes) await close()
    const all = [320, 640, 1000].flatMap((width) => [`${width}.avif`, `${width}.webp`])
    expect(requestedVariants.toSorted()).toEqual(all.toSorted())
    expect(requestedVariants.slice(0, 2).every((name) => name.endsWith('webp'))).toBe(true)
    expect((await rows()).map(({ id: name, attempts }) => [name, attempts])).toEqual(
      all.toSorted().map((name) => [`${id}-${name}`, 1]),
    )
  })

  it('are stood in for by what there is until they are made', async () => {
    const id = await add(700, 2)
    const { encode } = counting()
    const library = createTestMedia(database, {
      encode: async (task, ...rest) => {
        if (task.kind === 'shrink' && task.format === 'avif') throw new Error('not yet')
        return encode(task, ...rest)
      },
    })
    expect(await library.readFile(`${id}-320.avif`)).toMatchObject({ name: `${id}.jpg`, type: 'image/jpeg', isImmutable: false })
    library.start()
    await expect.poll(async () => (await library.readFile(`${id}-320.avif`))?.name, SOON).toBe(`${id}-320.webp`)
    expect(await library.readFile(`${id}-320.webp`)).toMatchObject({ type: 'image/webp', isImmutable: true })
    await library.close()
    // What failed is tried again.
    const next = createTestMedia(database, { encode })
    next.start()
    await expect.poll(waiting, SOON).toEqual([])
    await next.close()
    expect(await next.readFile(`${id}-320.avif`)).toMatchObject({ name: `${id}-320.avif`, type: 'image/avif', isImmutable: true })
    expect(await next.readFile(`${id}-321.avif`)).toBeUndefined()
  })

  it('are all made in the end where the process that makes them is killed in the middle', async () => {
    const id = await add(800, 3)
    const all = (await waiting()).length
    expect(all).toBe(4)
    const worker = spawn(process.execPath, [WORKER], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await expect.poll(async () => (await waiting()).length, SOON).toBeLessThan(all)
    const gone = once(worker, 'exit')
    worker.kill('SIGKILL')
    await gone
    expect((await waiting()).length).toBeGreaterThan(0)
    const library = createTestMedia(database)
    library.start()
    await expect.poll(waiting, SOON).toEqual([])
    await library.close()
    for (const row of (await rows()).filter(({ media_id }) => media_id === id)) {
      const { format, width } = await sharp(Buffer.from(row.bytes ?? [])).metadata()
      expect([row.id, format, width]).toEqual([row.id, row.format === 'avif' ? 'heif' : 'webp', row.width])
    }
  }, 90_000)
})
