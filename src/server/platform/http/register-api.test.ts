import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { startTestApi } from '#tests/support/serve-handlers.ts'
import { defineHandler } from './register-api.ts'

const table = defineEndpoint('GET /table', 'anyone', {
  summary: 'A file of many chunks',
  file: { type: 'text/csv', name: 'table.csv' },
  reply: z.string(),
})

it('sends a file in chunks and lets other requests run between them', async () => {
  const lines = Array.from({ length: 500 }, (_, nth) => `${nth}\n`)
  async function* chunks() {
    yield* lines
  }
  let eventLoopTurns = 0
  let isFinished = false
  function countTurn() {
    eventLoopTurns++
    if (!isFinished) setImmediate(countTurn)
  }
  const api = await startTestApi([defineHandler(table, async () => chunks())])
  setImmediate(countTurn)
  const { text } = await api.call('GET', table.path)
  isFinished = true
  expect(text).toBe(lines.join(''))
  expect(eventLoopTurns).toBeGreaterThanOrEqual(lines.length)
  await api.close()
})
