import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../../../contract/endpoint.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { differing } from './draft.ts'
import { createDraftKeeper, KEEPING } from './draft-keeper.ts'

let answers: (() => Promise<unknown>)[]
let calls: string[]
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.useFakeTimers()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  answers = []
  calls = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const call = (async ({ method }: { method: string }, { body }: { body?: { values: { heading: string } } }) => {
  calls.push(body ? `${method} ${body.values.heading}` : method)
  return answers.shift()?.()
}) as unknown as Call
const keeperOf = (more: Partial<Parameters<typeof createDraftKeeper>[0]> = {}) =>
  createDraftKeeper({ kind: 'banner', id: 'b1', email: 'ada@example.com', isKept: false, call, ...more })
const typed = (heading: string) => ({ values: { heading }, version: 3 })
const within = () => vi.advanceTimersByTimeAsync(KEEPING.within)

test('what is typed is kept once in a while, with the version that it was made from', async () => {
  const bodies: unknown[] = []
  const keeper = keeperOf({ call: (async (_: unknown, { body }: { body: unknown }) => bodies.push(body)) as unknown as Call })
  for (const heading of ['N', 'Ne', 'New']) keeper.keep(typed(heading))
  expect(bodies).toEqual([])
  await within()
  expect(bodies).toEqual([typed('New')])
  keeper.keep(typed('New'))
  await within()
  expect(bodies).toHaveLength(1)
})

test('the tab has it until the server has it', async () => {
  answers = [() => Promise.reject(new Refusal(401, 'Please log in to do this.'))]
  const keeper = keeperOf()
  keeper.keep(typed('New'))
  await within()
  expect(keeperOf().left()?.values).toEqual({ heading: 'New' })
  expect(keeperOf({ email: 'ben@example.com' }).left()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(KEEPING.again)
  expect(calls).toHaveLength(1)
  keeper.keep(typed('Newer'))
  await within()
  expect([calls.at(-1), keeper.left()]).toEqual(['PUT Newer', undefined])
})

test('what was not answered is tried again', async () => {
  answers = [() => Promise.reject(new Refusal(0, 'You seem to be offline.'))]
  const keeper = keeperOf()
  keeper.keep(typed('New'))
  await within()
  await vi.advanceTimersByTimeAsync(KEEPING.again)
  expect([calls, keeper.left()]).toEqual([['PUT New', 'PUT New'], undefined])
})

test('one is sent at a time, and the latest in the end', async () => {
  const first = Promise.withResolvers<void>()
  answers = [() => first.promise]
  const keeper = keeperOf()
  keeper.keep(typed('N'))
  await within()
  keeper.keep(typed('New'))
  await within()
  expect(calls).toEqual(['PUT N'])
  first.resolve()
  await within()
  expect(calls).toEqual(['PUT N', 'PUT New'])
})

test('typing the saved values again, and discarding, ends what the server has', async () => {
  const keeper = keeperOf({ isKept: true })
  keeper.keep({ values: {}, version: 3 })
  await within()
  expect(calls).toEqual(['DELETE'])
  await keeper.discard()
  expect(calls).toEqual(['DELETE'])
  keeper.keep(typed('New'))
  await keeper.flush()
  await keeper.discard()
  expect(calls).toEqual(['DELETE', 'PUT New', 'DELETE'])
})

test('nothing is kept while a save is on its way, which ends the draft by itself', async () => {
  const keeper = keeperOf({ isKept: true })
  keeper.keep(typed('New'))
  keeper.pause()
  await within()
  await keeper.saved()
  expect([calls, keeper.left()]).toEqual([[], undefined])
})

test('what was kept beside a save, or before one of which nobody heard, is ended after it', async () => {
  const keeper = keeperOf()
  keeper.keep(typed('New'))
  keeper.pause()
  await keeper.flush()
  await keeper.saved()
  expect(calls).toEqual(['PUT New', 'DELETE'])
  keeper.keep(typed('Newer'))
  keeper.pause()
  keeper.resume(false)
  await within()
  keeper.pause()
  await keeper.saved()
  expect(calls.slice(2)).toEqual(['PUT Newer', 'DELETE'])
})

test('a browser that forbids storage costs what the server does not have, not the page', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  const keeper = keeperOf()
  keeper.keep(typed('New'))
  expect(keeper.left()).toBeUndefined()
  await within()
  expect(calls).toEqual(['PUT New'])
})

test('values of unknown fields never differ', () => {
  expect(differing({ heading: 'Old' }, { heading: 'Old', other: 'x' })).toEqual({})
})
