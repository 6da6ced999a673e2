import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { addImageToArchive, buildImportForm, readContentArchive, writeContentArchive } from '../support/content-archive.ts'
import { startServerProcess } from '../support/server-process.ts'
import { adminEmail, password, startApp, startAppForSuite, type TestApp } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { createTestImage } from '../support/test-images.ts'

const RECORD_COUNT = 60
const IMPORT_NAMES = ['killed', 'first', 'second']
/** The times from sending the file to killing the process, in ms. */
const DELAYS = [150, 400]

describeOnEachDatabase('an import', (database) => {
  const site = startAppForSuite(database)

  /** Builds an import file with RECORD_COUNT records and one picture. The label stands in each of them. */
  async function buildImportFile(label: string): Promise<Buffer> {
    const archive = readContentArchive((await site.request('GET', '/api/content-export', { as: 'admin' })).bytes)
    const records = Array.from({ length: RECORD_COUNT }, (_, nth) => ({
      _id: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
      ...buildRecordValues(faqItem, nth),
      accodingTitle: `${label} ${nth}`,
    }))
    const content = { ...archive.content, 'faq-item': records }
    return writeContentArchive(
      addImageToArchive({ ...archive, content }, await createTestImage(40, 30, { seed: IMPORT_NAMES.indexOf(label) }), {
        alt: label,
      }),
    )
  }
  const send = (to: TestApp, file: Uint8Array) =>
    to.request('POST', '/api/content-import', { as: 'admin', body: buildImportForm(file) })
  const listImported = async () => {
    const [items, pictures] = await Promise.all(
      ['/api/faq-items', '/api/media'].map(async (path) => (await site.request('GET', path, { as: 'admin' })).json() as object[]),
    )
    const titles = (items as { accodingTitle: string }[]).map(({ accodingTitle }) => accodingTitle.split(' ')[0])
    return { labels: [...new Set(titles)], count: titles.length, pictures: (pictures as { alt: string }[]).map(({ alt }) => alt) }
  }

  it('is applied completely or not at all, whenever the process is killed', async () => {
    const file = await buildImportFile('killed')
    for (const delay of DELAYS) {
      const { child, port } = await startServerProcess({
        ...site.environment,
        SEED: 'none',
        RATE_LIMITS: 'off',
        ADMIN_EMAIL: adminEmail,
        ADMIN_PASSWORD: password,
      })
      const origin = `http://127.0.0.1:${port}`
      const login = await fetch(`${origin}/api/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: adminEmail, password }),
      })
      const cookie = login.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      const importRequest = fetch(`${origin}/api/content-import`, {
        method: 'POST',
        headers: { cookie },
        body: buildImportForm(file),
      }).then(
        ({ status }) => status,
        () => undefined,
      )
      await pause(delay)
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      const status = await importRequest
      const { labels, count, pictures } = await listImported()
      const isDone = count > 0
      expect([labels, count, pictures]).toEqual(isDone ? [['killed'], RECORD_COUNT, ['killed']] : [[], 0, []])
      if (status === 200) expect(isDone).toBe(true)
    }
    // After a crash, the same file can be imported.
    expect((await send(site, file)).status).toBe(200)
    expect(await listImported()).toEqual({ labels: ['killed'], count: RECORD_COUNT, pictures: ['killed'] })
  })

  it('waits for another import that runs at the same time, in any process', async () => {
    const other = await startApp(site.environment)
    const [one, two] = [await buildImportFile('first'), await buildImportFile('second')]
    const replies = await Promise.all([send(site, one), send(other, two), send(site, two)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const { labels, count, pictures } = await listImported()
    expect([labels.length, count]).toEqual([1, RECORD_COUNT])
    expect(pictures.toSorted()).toEqual(IMPORT_NAMES.toSorted())
    // Neither process serves a page from before the last import.
    for (const to of [site, other]) expect((await to.request('GET', '/')).text).toContain(`${labels[0]} 0`)
    await other.close()
  })
})
