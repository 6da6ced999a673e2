import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { dropAllUnsent } from '../shell/unsent-words.ts'
import { differing } from './draft.ts'
import { createDraftKeeper, KEEPING } from './draft-keeper.ts'

let answers: (() => Promise<unknown>)[]
let calls: string[]
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.useFakeTimers()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  }
  // Its keys are what a real one has as its own names.
  const keys = { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }
  vi.stubGlobal('localStorage', new Proxy(storage, keys))
  answers = []
  calls = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let clock = 0
const call = (async ({ method }: { method: string }, { body }: { body?: { values: { heading: string } } }) => {
  calls.push(body ? `${method} ${body.values.heading}` : method)
  return (await answers.shift()?.()) ?? { savedAt: ++clock }
}) as unknown as Call
const others: unknown[] = []
const onOther = (other: unknown) => void others.push(other)
const keeperOf = (more: Partial<Parameters<typeof createDraftKeeper>[0]> = {}) =>
  createDraftKeeper({ kind: 'banner', id: 'b1', userId: 'ada', call, onOther, ...more })
const KEPT = { at: 7, values: { heading: 'Kept' } }
const typed = (heading: string) => ({ values: { heading }, version: 3 })
const within = () => vi.advanceTimersByTimeAsync(KEEPING.within)

test('what is typed is kept once in a while, with the version that it was made from', async () => {
  const bodies: unknown[] = []
  const keepBody = async (_: unknown, { body }: { body: unknown }) => ({ savedAt: bodies.push(body) })
  const keeper = keeperOf({ call: keepBody as unknown as Call })
  for (const heading of ['N', 'Ne', 'New']) keeper.keep(typed(heading))
  expect(bodies).toEqual([])
  await within()
  expect(bodies).toEqual([{ ...typed('New'), seen: 0 }])
  keeper.keep(typed('New'))
  await within()
  expect(bodies).toHaveLength(1)
})

test('the browser has it until the server has it', async () => {
  answers = [() => Promise.reject(new Refusal(401, 'Please log in to do this.'))]
  const keeper = keeperOf()
  keeper.keep(typed('New'))
  await within()
  expect(keeperOf().left()?.values).toEqual({ heading: 'New' })
  expect(keeperOf({ userId: 'ben' }).left()).toBeUndefined()
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
  const keeper = keeperOf({ kept: KEPT })
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
  const keeper = keeperOf({ kept: KEPT })
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
  vi.stubGlobal('localStorage', undefined)
  const keeper = keeperOf()
  keeper.keep(typed('New'))
  expect(keeper.left()).toBeUndefined()
  await within()
  expect(calls).toEqual(['PUT New'])
})

const inTheWay = (heading: string, savedAt: number) => () =>
  Promise.reject(
    new Refusal(409, 'You have typed into this form on another device meanwhile.', undefined, { savedAt, values: { heading } }),
  )

test('what another device typed meanwhile is told, and nothing is kept over it until that is settled', async () => {
  answers = [inTheWay('Phone', 9)]
  const keeper = keeperOf({ kept: KEPT })
  keeper.keep(typed('Desk'))
  await within()
  expect(others.splice(0)).toEqual([{ values: { heading: 'Phone' }, base: { heading: 'Kept' } }])
  keeper.keep(typed('Desk, too'))
  await vi.advanceTimersByTimeAsync(KEEPING.again)
  expect([calls, keeper.left()?.values, keeper.left()?.seen]).toEqual([['PUT Desk'], { heading: 'Desk, too' }, 7])
  keeper.settle()
  await within()
  expect([calls.at(-1), keeper.left()]).toEqual(['PUT Desk, too', undefined])
})

test('its own words of which nobody knew whether they arrived are nobody else’s', async () => {
  answers = [() => Promise.reject(new Refusal(0, 'You seem to be offline.')), inTheWay('New', 9)]
  const keeper = keeperOf({ kept: KEPT })
  keeper.keep(typed('New'))
  await within()
  keeper.keep(typed('Newer'))
  await vi.advanceTimersByTimeAsync(KEEPING.again)
  expect([calls, others, keeper.left()]).toEqual([['PUT New', 'PUT Newer', 'PUT Newer'], [], undefined])
})

test('whoever logs out leaves nothing behind', () => {
  keeperOf().keep(typed('New'))
  expect(keeperOf().left()).toBeDefined()
  dropAllUnsent()
  expect(keeperOf().left()).toBeUndefined()
})

test('values of unknown fields never differ', () => {
  expect(differing({ heading: 'Old' }, { heading: 'Old', other: 'x' })).toEqual({})
})
