import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below what systems give to connections that go out, and above what browsers refuse.
const FIRST = 11_000
const LAST = 32_000
/** Workers of a run take theirs from ranges of their own: two would choose the same port now and then, before either uses it. */
const RANGES = 16
const SIZE = Math.floor((LAST - FIRST) / RANGES)
const first = FIRST + (Number(process.env.VITEST_POOL_ID ?? 0) % RANGES) * SIZE

const given = new Set<number>()

/** A port of 127.0.0.1 that is free now, and that nobody else is given before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, first + SIZE)
    if (given.has(port)) continue
    given.add(port)
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
