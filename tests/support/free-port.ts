import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// The ports lie below the ephemeral ports. Browsers accept all of them.
const MIN_PORT = 11_000
const MAX_PORT = 32_000
/** Each test worker takes ports from its own range, so that two workers never choose the same port. */
const RANGE_COUNT = 16
const RANGE_SIZE = Math.floor((MAX_PORT - MIN_PORT) / RANGE_COUNT)
const rangeStart = MIN_PORT + (Number(process.env.VITEST_POOL_ID ?? 0) % RANGE_COUNT) * RANGE_SIZE

const takenPorts = new Set<number>()

/** Finds a free port of 127.0.0.1 and gives it to one caller only. */
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
