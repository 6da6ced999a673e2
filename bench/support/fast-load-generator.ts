import { connect } from 'node:net'

// For servers that are faster than autocannon on one core. Parses only the first reply and then counts bytes,
// so all replies must have the same length.
const { url, connections, duration, headers = {} } = JSON.parse(process.argv[2] ?? '{}')
const { hostname, port, pathname } = new URL(url)
const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)

const OK_PREFIX = Buffer.from('HTTP/1.1 200 ')
const MAX_SAMPLES = 2_000_000
const times = new Float64Array(MAX_SAMPLES)
let count = 0
let failed = 0

const started = performance.now()
const end = started + duration * 1000
await Promise.all(Array.from({ length: connections }, keepRequesting))
const seconds = (performance.now() - started) / 1000
const sorted = times.subarray(0, Math.min(count, MAX_SAMPLES)).sort()
const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
console.log(JSON.stringify({ total: count, seconds, failed, p50: percentile(0.5), p99: percentile(0.99) }))

function keepRequesting(): Promise<void> {
  return new Promise((resolve, reject) => {
    let length = 0
    let received = 0
    let requestedAt = 0
    const socket = connect(Number(port), hostname, sendRequest).setNoDelay().on('error', reject).on('close', resolve)
    socket.on('data', (chunk) => {
      if (received === 0 && !chunk.subarray(0, 13).equals(OK_PREFIX)) failed++
      if (length === 0) length = parseReplyLength(chunk)
      received += chunk.length
      if (received < length) return
      const now = performance.now()
      if (received > length) failed++
      if (count < MAX_SAMPLES) times[count] = now - requestedAt
      count++
      if (now < end) sendRequest()
      else socket.destroy()
    })
    function sendRequest(): void {
      received = 0
      requestedAt = performance.now()
      socket.write(request)
    }
  })
}

/** Reads the length of a whole reply from its first chunk. */
function parseReplyLength(first: Buffer): number {
  const head = first.toString('latin1')
  const end = head.indexOf('\r\n\r\n') + 4
  return end + Number(/content-length: (\d+)/i.exec(head)?.[1])
}
