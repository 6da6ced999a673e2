import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { apiOf } from '../../../../tests/support/api-of.ts'
import { defineEndpoint } from '../../../contract/grammar/endpoint.ts'
import { handled } from './http.ts'

const table = defineEndpoint({
  method: 'GET',
  path: '/table',
  access: 'anyone',
  tag: 'tests',
  summary: 'A file of many pieces',
  file: { type: 'text/csv', name: 'table.csv' },
  reply: z.string(),
  status: 200,
})

it('sends a file in pieces, and lets others have their turn between two of them', async () => {
  const lines = Array.from({ length: 500 }, (_, nth) => `${nth}\n`)
  async function* pieces() {
    yield* lines
  }
  let turns = 0
  let isOver = false
  function turn() {
    turns++
    if (!isOver) setImmediate(turn)
  }
  const api = await apiOf([handled(table, async () => pieces())])
  setImmediate(turn)
  const { text } = await api.call('GET', table.path)
  isOver = true
  expect(text).toBe(lines.join(''))
  expect(turns).toBeGreaterThanOrEqual(lines.length)
  await api.close()
})
