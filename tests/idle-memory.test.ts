import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startServer } from '../bench/support/processes.ts'
import { BUILT_SERVER } from '../bench/support/product.ts'
import { databaseOn } from './support/databases.ts'

/** In MB: 110 is the aim (`npm run bench -- start`), which is not reached (docs/decisions/0032); some is for machines that map more at once. */
const MOST = 142
const IDLE = 3_000

it('an idle server is small', async () => {
  const { environment, remove } = databaseOn(() => undefined)
  const server = await startServer({ command: BUILT_SERVER, env: await environment(), isPinned: false })
  await pause(IDLE)
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  await server.stop()
  await remove()
  const held = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  console.info(`idle memory: ${held} MB`)
  expect(held).toBeLessThan(MOST)
}, 40_000)

it('no built file of the server takes two bytes a letter', () => {
  for (const folder of ['server', 'web']) {
    const path = fileURLToPath(new URL(`../dist/${folder}/`, import.meta.url))
    for (const file of readdirSync(path).filter((name) => name.endsWith('.js')))
      expect([file, /[\u0080-\uffff]/.test(readFileSync(path + file, 'utf8'))]).toEqual([file, false])
  }
})
