import { afterEach, expect, it, vi } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import type { MediaImage } from '#contract/content/media.ts'
import { readContentArchive } from '../support/content-archive.ts'
import { createContentClient } from '../support/content-client.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../support/test-images.ts'

const DAY = 24 * 3_600_000
/** More than one deletion checks. */
const KEPT_IMAGES = 9

describeOnEachDatabase('a deleted image', (database) => {
  const site = startAppForSuite(database)
  afterEach(() => void vi.useRealTimers())

  const getClient = () => createContentClient(site)
  async function upload(seed: number): Promise<MediaImage> {
    const body = buildUploadForm(await createTestImage(60, 40, { seed }))
    return ((await site.request('POST', '/api/media', { as: 'admin', body })).json() as { record: MediaImage }).record
  }
  const remove = (id: string) => getClient().call('DELETE', `/media/${id}`)
  const getStatus = async (url: string) => (await site.request('GET', url)).status

  it('is erased although earlier versions use many images that were deleted before it', async () => {
    const { add, save } = getClient()
    const { _id } = await add(banner, 1)
    const kept: MediaImage[] = []
    for (let seed = 1; seed <= KEPT_IMAGES; seed++) {
      const image = await upload(seed)
      kept.push(image)
      await save(banner, _id, { ...buildRecordValues(banner, 1), bannerImage: image.url })
    }
    await save(banner, _id, buildRecordValues(banner, 1))
    const [unused, ...others] = [await upload(20), await upload(21), await upload(22)]
    for (const image of [...kept, unused]) expect((await remove(image._id)).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * DAY })
    await site.signIn('admin')
    for (const image of others) await remove(image._id)
    expect(await getStatus(unused.url)).toBe(404)
    for (const { url } of kept) expect([url, await getStatus(url)]).toEqual([url, 200])
  })

  it('is exported if a restored version shows it', async () => {
    const { listPublic, restore, listHistory } = getClient()
    const [shown] = await listPublic(banner)
    const versions = await listHistory(banner, shown?._id ?? '')
    const listExported = async () =>
      readContentArchive((await site.request('GET', '/api/content-export', { as: 'admin' })).bytes).manifest.pictures.map(
        ({ id }) => id,
      )
    const before = await listExported()
    expect((await restore(banner, shown?._id, (versions[0]?.version ?? 0) - 1)).status).toBe(200)
    const [restored] = await listPublic(banner)
    const added = (await listExported()).filter((id) => !before.includes(id))
    expect(added).toEqual([/[0-9a-f]{32}/.exec(String(restored?.bannerImage))?.[0]])
  })
})
