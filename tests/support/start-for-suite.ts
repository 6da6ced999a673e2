import { afterAll, beforeAll } from 'vitest'

type Closable = { close(): unknown } | { stop(): unknown }

/**
 * Starts something before the tests of a suite and closes it after them. What a suite declares first closes last.
 * Tests and later hooks read the result like the started value. The body of `describe` can't, because nothing has started yet.
 */
export function startForSuite<T extends Closable>(start: () => Promise<T>): T {
  let started: T | undefined
  const getStarted = () => {
    if (started === undefined) throw new Error('The suite has not started this yet.')
    return started
  }
  beforeAll(async () => {
    started = await start()
  })
  afterAll(async () => {
    if (started !== undefined) await ('close' in started ? started.close() : started.stop())
  })
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(getStarted(), name),
    set: (_, name, value) => Reflect.set(getStarted(), name, value),
    has: (_, name) => name in getStarted(),
    ownKeys: () => {
      throw new Error('Read single properties: this value can’t be spread or listed.')
    },
  })
}
