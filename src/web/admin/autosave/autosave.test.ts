import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import { clearLocalAutosaves } from '../shell/local-autosave.ts'
import { AUTOSAVE_SEND_AND_RETRY_DELAYS, createAutosave } from './autosave.ts'

let answers: (() => Promise<unknown>)[]
let calls: string[]
beforeEach(() => {
  const storedItems = new Map<string, string>()
  vi.useFakeTimers()
  const storage = {
    getItem: (name: string) => storedItems.get(name) ?? null,
    setItem: (name: string, value: string) => storedItems.set(name, value),
    removeItem: (name: string) => storedItems.delete(name),
  }
  // `Object.keys` of a real localStorage lists the stored names.
  const keys = {
    ownKeys: () => [...storedItems.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }
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
}) as unknown as ApiCallFunction
const conflicts: unknown[] = []
const onConflict = (conflict: unknown) => void conflicts.push(conflict)
const createTestAutosave = (overrides: Partial<Parameters<typeof createAutosave>[0]> = {}) =>
  createAutosave({ kind: 'banner', id: 'b1', userId: 'ada', call, onConflict, ...overrides })
const STORED = { at: 7, values: { heading: 'Kept' } }
const createChanges = (heading: string) => ({ values: { heading }, version: 3 })
const waitForDelay = () => vi.advanceTimersByTimeAsync(AUTOSAVE_SEND_AND_RETRY_DELAYS.change)

test('sends typed text after a pause, with the version it changes', async () => {
  const bodies: unknown[] = []
  const recordBody = async (_: unknown, { body }: { body: unknown }) => ({ savedAt: bodies.push(body) })
  const autosave = createTestAutosave({ call: recordBody as unknown as ApiCallFunction })
  for (const heading of ['N', 'Ne', 'New']) autosave.queueChanges(createChanges(heading))
  expect(bodies).toEqual([])
  await waitForDelay()
  expect(bodies).toEqual([{ ...createChanges('New'), seen: 0 }])
  autosave.queueChanges(createChanges('New'))
  await waitForDelay()
  expect(bodies).toHaveLength(1)
})

test('keeps the text in the browser only while the server can’t take it', async () => {
  answers = [() => Promise.reject(new UserError(401, 'Please log in to do this.'))]
  const autosave = createTestAutosave()
  autosave.queueChanges(createChanges('New'))
  expect(autosave.getLocalAutosave()).toBeUndefined()
  await waitForDelay()
  expect(createTestAutosave().getLocalAutosave()?.values).toEqual({ heading: 'New' })
  expect(createTestAutosave({ userId: 'ben' }).getLocalAutosave()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(AUTOSAVE_SEND_AND_RETRY_DELAYS.retry)
  expect(calls).toHaveLength(1)
  autosave.queueChanges(createChanges('Newer'))
  expect(autosave.getLocalAutosave()?.values).toEqual({ heading: 'Newer' })
  await waitForDelay()
  expect([calls.at(-1), autosave.getLocalAutosave()]).toEqual(['PUT Newer', undefined])
})

test('keeps the text in the browser while the page unloads, because the answer may not arrive', async () => {
  const autosave = createTestAutosave()
  autosave.queueChanges(createChanges('New'))
  const sent = autosave.flush()
  expect(autosave.getLocalAutosave()?.values).toEqual({ heading: 'New' })
  await sent
  expect(autosave.getLocalAutosave()).toBeUndefined()
})

test('sends an unanswered autosave again', async () => {
  answers = [() => Promise.reject(new UserError(0, 'You seem to be offline.'))]
  const autosave = createTestAutosave()
  autosave.queueChanges(createChanges('New'))
  await waitForDelay()
  await vi.advanceTimersByTimeAsync(AUTOSAVE_SEND_AND_RETRY_DELAYS.retry)
  expect([calls, autosave.getLocalAutosave()]).toEqual([['PUT New', 'PUT New'], undefined])
})

test('sends autosaves one at a time, the latest last', async () => {
  const first = Promise.withResolvers<void>()
  answers = [() => first.promise]
  const autosave = createTestAutosave()
  autosave.queueChanges(createChanges('N'))
  await waitForDelay()
  autosave.queueChanges(createChanges('New'))
  await waitForDelay()
  expect(calls).toEqual(['PUT N'])
  first.resolve()
  await waitForDelay()
  expect(calls).toEqual(['PUT N', 'PUT New'])
})

test('deletes the stored autosave when the admin retypes the saved values or discards', async () => {
  const autosave = createTestAutosave({ stored: STORED })
  autosave.queueChanges({ values: {}, version: 3 })
  await waitForDelay()
  expect(calls).toEqual(['DELETE'])
  await autosave.discard()
  expect(calls).toEqual(['DELETE'])
  autosave.queueChanges(createChanges('New'))
  await autosave.flush()
  await autosave.discard()
  expect(calls).toEqual(['DELETE', 'PUT New', 'DELETE'])
})

test('sends nothing during a save, which deletes the autosave', async () => {
  const autosave = createTestAutosave({ stored: STORED })
  autosave.queueChanges(createChanges('New'))
  autosave.pause()
  await waitForDelay()
  await autosave.markSaved()
  expect([calls, autosave.getLocalAutosave()]).toEqual([[], undefined])
})

test('deletes an autosave that was sent during a save or before an unanswered save', async () => {
  const autosave = createTestAutosave()
  autosave.queueChanges(createChanges('New'))
  autosave.pause()
  await autosave.flush()
  await autosave.markSaved()
  expect(calls).toEqual(['PUT New', 'DELETE'])
  autosave.queueChanges(createChanges('Newer'))
  autosave.pause()
  autosave.resume(false)
  await waitForDelay()
  autosave.pause()
  await autosave.markSaved()
  expect(calls.slice(2)).toEqual(['PUT Newer', 'DELETE'])
})

test('works in a browser that forbids storage', async () => {
  vi.stubGlobal('localStorage', undefined)
  const autosave = createTestAutosave()
  autosave.queueChanges(createChanges('New'))
  await autosave.flush()
  expect([calls, autosave.getLocalAutosave()]).toEqual([['PUT New'], undefined])
})

const rejectWithConflict = (heading: string, savedAt: number) => () =>
  Promise.reject(
    new UserError(409, 'You also typed in this form on another device.', undefined, { savedAt, values: { heading } }),
  )

test('reports a change from another device and sends nothing until the conflict is resolved', async () => {
  answers = [rejectWithConflict('Phone', 9)]
  const autosave = createTestAutosave({ stored: STORED })
  autosave.queueChanges(createChanges('Desk'))
  await waitForDelay()
  expect(conflicts.splice(0)).toEqual([{ values: { heading: 'Phone' }, base: { heading: 'Kept' } }])
  autosave.queueChanges(createChanges('Desk, too'))
  await vi.advanceTimersByTimeAsync(AUTOSAVE_SEND_AND_RETRY_DELAYS.retry)
  expect([calls, autosave.getLocalAutosave()?.values, autosave.getLocalAutosave()?.serverSavedAt]).toEqual([
    ['PUT Desk'],
    { heading: 'Desk, too' },
    7,
  ])
  autosave.resolveConflict()
  await waitForDelay()
  expect([calls.at(-1), autosave.getLocalAutosave()]).toEqual(['PUT Desk, too', undefined])
})

test('does not report its own text as a conflict when the answer was lost', async () => {
  answers = [() => Promise.reject(new UserError(0, 'You seem to be offline.')), rejectWithConflict('New', 9)]
  const autosave = createTestAutosave({ stored: STORED })
  autosave.queueChanges(createChanges('New'))
  await waitForDelay()
  autosave.queueChanges(createChanges('Newer'))
  await vi.advanceTimersByTimeAsync(AUTOSAVE_SEND_AND_RETRY_DELAYS.retry)
  expect([calls, conflicts, autosave.getLocalAutosave()]).toEqual([['PUT New', 'PUT Newer', 'PUT Newer'], [], undefined])
})

test('deletes the browser’s autosaves at logout, and keeps nothing while that page unloads', () => {
  const autosave = createTestAutosave()
  autosave.queueChanges(createChanges('New'))
  void autosave.flush()
  expect(createTestAutosave().getLocalAutosave()).toBeDefined()
  clearLocalAutosaves()
  void autosave.flush()
  expect(createTestAutosave().getLocalAutosave()).toBeUndefined()
})
