import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'

/** How much of a refused body is read, in bytes, and for how long, in ms. */
const MAX_BYTES = 1024 * 1024
const PATIENCE = 2_000

/**
 * Reads and drops the rest of a body that is refused. A connection that is closed with bytes unread is
 * reset, and the reset may overtake the reply: the sender would never learn what was wrong.
 */
export async function readAway(request: IncomingMessage): Promise<void> {
  if (request.complete !== false) return
  const enough = new AbortController()
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) enough.abort()
  })
  // Ends by an error where the sender has gone, which is an end too.
  await finished(request, { signal: AbortSignal.any([enough.signal, AbortSignal.timeout(PATIENCE)]) }).catch(() => undefined)
}
