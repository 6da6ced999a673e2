import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below what systems give to connections that go out, and above what browsers refuse.
const MIN_PORT = 11_000
const MAX_PORT = 32_000
/** Workers of a run take theirs from ranges of their own: two would choose the same port now and then, before either uses it. */
const RANGE_COUNT = 16
const RANGE_SIZE = Math.floor((MAX_PORT - MIN_PORT) / RANGE_COUNT)
const rangeStart = MIN_PORT + (Number(process.env.VITEST_POOL_ID ?? 0) % RANGE_COUNT) * RANGE_SIZE

const takenPorts = new Set<number>()

/** A port of 127.0.0.1 that is free now, and that nobody else is given before it is used. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(rangeStart, rangeStart + RANGE_SIZE)
    if (takenPorts.has(port)) continue
    takenPorts.add(port)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
