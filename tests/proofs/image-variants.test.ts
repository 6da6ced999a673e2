import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { addImage } from '#server/content/media/add-image.ts'
import { type EncodeImage, encodeImageInChildProcess } from '#server/content/media/encoding/run-encoder.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { createTestImage } from '../support/test-images.ts'
import { createTestMedia } from '../support/test-media-module.ts'

const WORKER = fileURLToPath(new URL('../support/image-variants-process.ts', import.meta.url))

describeOnEachDatabase('the variants of a picture', (kind) => {
  let environment: Record<string, string>
  beforeAll(async () => {
    environment = await kind.environment()
  })
  const database = startForSuite(() => openDatabase(readConfig(environment)))
  const other = startForSuite(() => openDatabase(readConfig(environment)))

  const toReceivedFile = (bytes: Buffer) => ({
    name: 'photo.jpg',
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  const listVariants = () => database.main.selectFrom('media_variant').selectAll().orderBy('id').execute()
  const listPendingIds = async () => (await listVariants()).filter(({ made_at }) => made_at === null).map(({ id }) => id)

  async function add(width: number, seed: number): Promise<string> {
    const file = toReceivedFile(await createTestImage(width, 300, { seed }))
    const { read, write, contentVersion } = database
    const parts = { read, write, contentVersion, encode: encodeImageInChildProcess, wakeVariants: () => {} }
    const { image: added } = await addImage(parts, file, { alt: '', author: 'owner', assertCurrent: async () => {} })
    return added.id
  }

  /** Returns an encoder that records its tasks. Each takes 30 ms, so that the queue finds more of them. */
  function createRecordingEncoder() {
    const requestedVariants: string[] = []
    const encode: EncodeImage = async (task, input) => {
      if (task.kind !== 'shrink') throw new Error('Expected only tasks that shrink an image.')
      requestedVariants.push(`${task.width}.${task.format}`)
      await new Promise((resolve) => setTimeout(resolve, 30))
      return { ...task, height: 1, bytes: Buffer.from(input.subarray(0, 3)) }
    }
    return { requestedVariants, encode }
  }

  it('are each made once, even by several processes, and WebP first', async () => {
    const id = await add(1000, 1)
    const { requestedVariants, encode } = createRecordingEncoder()
    const processes = [createTestMedia(database, { encode }), createTestMedia(other, { encode })]
    for (const { start } of processes) start()
    await expect.poll(listPendingIds, { interval: 50 }).toEqual([])
    for (const { close } of processes) await close()
    const all = [320, 640, 1000].flatMap((width) => [`${width}.avif`, `${width}.webp`])
    expect(requestedVariants.toSorted()).toEqual(all.toSorted())
    expect(requestedVariants.slice(0, 2).every((name) => name.endsWith('webp'))).toBe(true)
    expect((await listVariants()).map(({ id: name, attempts }) => [name, attempts])).toEqual(
      all.toSorted().map((name) => [`${id}-${name}`, 1]),
    )
  })

  it('are replaced by existing files until they are made', async () => {
    const id = await add(700, 2)
    const { encode } = createRecordingEncoder()
    const library = createTestMedia(database, {
      encode: async (task, ...rest) => {
        if (task.kind === 'shrink' && task.format === 'avif') throw new Error('not yet')
        return encode(task, ...rest)
      },
    })
    expect(await library.readFile(`${id}-320.avif`)).toMatchObject({ name: `${id}.jpg`, type: 'image/jpeg', isImmutable: false })
    library.start()
    await expect.poll(async () => (await library.readFile(`${id}-320.avif`))?.name, { interval: 50 }).toBe(`${id}-320.webp`)
    expect(await library.readFile(`${id}-320.webp`)).toMatchObject({ type: 'image/webp', isImmutable: true })
    await library.close()
    // The next process retries the failed variant.
    const next = createTestMedia(database, { encode })
    next.start()
    await expect.poll(listPendingIds, { interval: 50 }).toEqual([])
    await next.close()
    expect(await next.readFile(`${id}-320.avif`)).toMatchObject({ name: `${id}-320.avif`, type: 'image/avif', isImmutable: true })
    expect(await next.readFile(`${id}-321.avif`)).toBeUndefined()
  })

  it('are all made, even if the process that makes them is killed', async () => {
    const id = await add(800, 3)
    const all = (await listPendingIds()).length
    expect(all).toBe(4)
    const worker = spawn(process.execPath, [WORKER], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await expect.poll(async () => (await listPendingIds()).length, { interval: 50 }).toBe(all - 1)
    const exit = once(worker, 'exit')
    worker.kill('SIGKILL')
    await exit
    // Skips the lease of the dead process.
    await database.write((tx) =>
      tx.updateTable('media_variant').set({ due_at: 1, claimed_at: null }).where('made_at', 'is', null).execute(),
    )
    const library = createTestMedia(database)
    library.start()
    await expect.poll(listPendingIds, { interval: 50 }).toEqual([])
    await library.close()
    for (const row of (await listVariants()).filter(({ media_id }) => media_id === id)) {
      const { format, width } = await sharp(Buffer.from(row.bytes ?? [])).metadata()
      expect([row.id, format, width]).toEqual([row.id, row.format === 'avif' ? 'heif' : 'webp', row.width])
    }
  })
})
