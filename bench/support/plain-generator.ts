import { connect } from 'node:net'

// For a server so quick that autocannon's own core is full before the server's is: it parses nothing but
// the first answer and counts bytes from then on. So every answer must be as long as the first.
const { url, connections, duration, headers = {} } = JSON.parse(process.argv[2] ?? '{}')
const { hostname, port, pathname } = new URL(url)
const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)

const GOOD = Buffer.from('HTTP/1.1 200 ')
const MOST = 2_000_000
const times = new Float64Array(MOST)
let count = 0
let failed = 0

const started = performance.now()
const end = started + duration * 1000
await Promise.all(Array.from({ length: connections }, keepAsking))
const seconds = (performance.now() - started) / 1000
const sorted = times.subarray(0, Math.min(count, MOST)).sort()
const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
console.log(JSON.stringify({ total: count, seconds, failed, p50: at(0.5), p99: at(0.99) }))

function keepAsking(): Promise<void> {
  return new Promise((resolve, reject) => {
    let length = 0
    let received = 0
    let asked = 0
    const socket = connect(Number(port), hostname, ask).setNoDelay().on('error', reject).on('close', resolve)
    socket.on('data', (chunk) => {
      if (received === 0 && !chunk.subarray(0, 13).equals(GOOD)) failed++
      if (length === 0) length = lengthOf(chunk)
      received += chunk.length
      if (received < length) return
      const now = performance.now()
      if (received > length) failed++
      if (count < MOST) times[count] = now - asked
      count++
      if (now < end) ask()
      else socket.destroy()
    })
    function ask(): void {
      received = 0
      asked = performance.now()
      socket.write(request)
    }
  })
}

/** Of a whole answer, from its first part. */
function lengthOf(first: Buffer): number {
  const head = first.toString('latin1')
  const end = head.indexOf('\r\n\r\n') + 4
  return end + Number(/content-length: (\d+)/i.exec(head)?.[1])
}
