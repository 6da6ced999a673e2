import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { dropAllLocal } from '../shell/local-autosave.ts'
import { AUTOSAVE_DELAYS, createAutosave } from './autosave.ts'

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
const autosaveOf = (more: Partial<Parameters<typeof createAutosave>[0]> = {}) =>
  createAutosave({ kind: 'banner', id: 'b1', userId: 'ada', call, onOther, ...more })
const STORED = { at: 7, values: { heading: 'Kept' } }
const typed = (heading: string) => ({ values: { heading }, version: 3 })
const within = () => vi.advanceTimersByTimeAsync(AUTOSAVE_DELAYS.change)

test('typed text is sent after a pause, with the version it was made from', async () => {
  const bodies: unknown[] = []
  const keepBody = async (_: unknown, { body }: { body: unknown }) => ({ savedAt: bodies.push(body) })
  const autosave = autosaveOf({ call: keepBody as unknown as Call })
  for (const heading of ['N', 'Ne', 'New']) autosave.keep(typed(heading))
  expect(bodies).toEqual([])
  await within()
  expect(bodies).toEqual([{ ...typed('New'), seen: 0 }])
  autosave.keep(typed('New'))
  await within()
  expect(bodies).toHaveLength(1)
})

test('the browser keeps the text until the server has it', async () => {
  answers = [() => Promise.reject(new Refusal(401, 'Please log in to do this.'))]
  const autosave = autosaveOf()
  autosave.keep(typed('New'))
  await within()
  expect(autosaveOf().local()?.values).toEqual({ heading: 'New' })
  expect(autosaveOf({ userId: 'ben' }).local()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAYS.retry)
  expect(calls).toHaveLength(1)
  autosave.keep(typed('Newer'))
  await within()
  expect([calls.at(-1), autosave.local()]).toEqual(['PUT Newer', undefined])
})

test('an unanswered autosave is sent again', async () => {
  answers = [() => Promise.reject(new Refusal(0, 'You seem to be offline.'))]
  const autosave = autosaveOf()
  autosave.keep(typed('New'))
  await within()
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAYS.retry)
  expect([calls, autosave.local()]).toEqual([['PUT New', 'PUT New'], undefined])
})

test('autosaves are sent one at a time, the latest last', async () => {
  const first = Promise.withResolvers<void>()
  answers = [() => first.promise]
  const autosave = autosaveOf()
  autosave.keep(typed('N'))
  await within()
  autosave.keep(typed('New'))
  await within()
  expect(calls).toEqual(['PUT N'])
  first.resolve()
  await within()
  expect(calls).toEqual(['PUT N', 'PUT New'])
})

test('typing the saved values again, or discarding, deletes what the server has', async () => {
  const autosave = autosaveOf({ stored: STORED })
  autosave.keep({ values: {}, version: 3 })
  await within()
  expect(calls).toEqual(['DELETE'])
  await autosave.discard()
  expect(calls).toEqual(['DELETE'])
  autosave.keep(typed('New'))
  await autosave.flush()
  await autosave.discard()
  expect(calls).toEqual(['DELETE', 'PUT New', 'DELETE'])
})

test('nothing is sent during a save, which deletes the autosave', async () => {
  const autosave = autosaveOf({ stored: STORED })
  autosave.keep(typed('New'))
  autosave.pause()
  await within()
  await autosave.saved()
  expect([calls, autosave.local()]).toEqual([[], undefined])
})

test('an autosave that was sent beside a save, or before an unanswered one, is deleted after it', async () => {
  const autosave = autosaveOf()
  autosave.keep(typed('New'))
  autosave.pause()
  await autosave.flush()
  await autosave.saved()
  expect(calls).toEqual(['PUT New', 'DELETE'])
  autosave.keep(typed('Newer'))
  autosave.pause()
  autosave.resume(false)
  await within()
  autosave.pause()
  await autosave.saved()
  expect(calls.slice(2)).toEqual(['PUT Newer', 'DELETE'])
})

test('a browser that forbids storage does not break the form', async () => {
  vi.stubGlobal('localStorage', undefined)
  const autosave = autosaveOf()
  autosave.keep(typed('New'))
  expect(autosave.local()).toBeUndefined()
  await within()
  expect(calls).toEqual(['PUT New'])
})

const inTheWay = (heading: string, savedAt: number) => () =>
  Promise.reject(
    new Refusal(409, 'You have typed into this form on another device meanwhile.', undefined, { savedAt, values: { heading } }),
  )

test('a change from another device is reported, and nothing replaces it until that is settled', async () => {
  answers = [inTheWay('Phone', 9)]
  const autosave = autosaveOf({ stored: STORED })
  autosave.keep(typed('Desk'))
  await within()
  expect(others.splice(0)).toEqual([{ values: { heading: 'Phone' }, base: { heading: 'Kept' } }])
  autosave.keep(typed('Desk, too'))
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAYS.retry)
  expect([calls, autosave.local()?.values, autosave.local()?.seen]).toEqual([['PUT Desk'], { heading: 'Desk, too' }, 7])
  autosave.settle()
  await within()
  expect([calls.at(-1), autosave.local()]).toEqual(['PUT Desk, too', undefined])
})

test('its own text whose answer was lost is not a change from another device', async () => {
  answers = [() => Promise.reject(new Refusal(0, 'You seem to be offline.')), inTheWay('New', 9)]
  const autosave = autosaveOf({ stored: STORED })
  autosave.keep(typed('New'))
  await within()
  autosave.keep(typed('Newer'))
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAYS.retry)
  expect([calls, others, autosave.local()]).toEqual([['PUT New', 'PUT Newer', 'PUT Newer'], [], undefined])
})

test('logging out deletes the texts in the browser', () => {
  autosaveOf().keep(typed('New'))
  expect(autosaveOf().local()).toBeDefined()
  dropAllLocal()
  expect(autosaveOf().local()).toBeUndefined()
})
