import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { median } from '../../bench/support/compare-servers.ts'
import { measureIdleProduct } from '../../bench/support/product-server.ts'
import { createTestDatabases } from '../support/test-databases.ts'

/**
 * In MB of the process's own pages (`RssAnon`), the median of three servers. File pages (57 to 75 MB) don't count, because
 * processes share them and kernels map different numbers. On different runs, 50 to 63 MB were measured.
 */
const MAX_OWN_MEMORY = 70
const SERVER_COUNT = 3

const { environment } = createTestDatabases(() => undefined)

it(`an idle server uses less than ${MAX_OWN_MEMORY} MB of its own memory`, async () => {
  const measured = await Promise.all(
    Array.from({ length: SERVER_COUNT }, async () => measureIdleProduct(await environment(), 'RssAnon')),
  )
  expect(median(measured), `own memory in MB: ${measured.map(Math.round).join(', ')}`).toBeLessThan(MAX_OWN_MEMORY)
})

it('the built files of the server hold only ASCII characters', () => {
  const serverFolder = fileURLToPath(new URL('../../dist/server/', import.meta.url))
  for (const file of readdirSync(serverFolder).filter((name) => name.endsWith('.js')))
    expect([file, /[\u0080-\uffff]/.test(readFileSync(serverFolder + file, 'utf8'))]).toEqual([file, false])
})
