import autocannon from 'autocannon'

// A separate process, so that it can run on another core. Reads its options from the argument and prints its result.
const MAX_SAMPLES = 2_000_000
const times = new Float64Array(MAX_SAMPLES)
let count = 0

const run = autocannon(JSON.parse(process.argv[2] ?? '{}'))
run.on('response', (_client, _status, _bytes, milliseconds) => {
  // autocannon's own percentiles are whole milliseconds, which is too coarse.
  if (count < MAX_SAMPLES) times[count++] = milliseconds
})
const { duration, non2xx, errors, requests } = await run
const sorted = times.subarray(0, count).sort()
const percentile = (share: number) => sorted[Math.min(count - 1, Math.floor(count * share))] ?? 0
console.log(
  JSON.stringify({
    total: requests.total,
    seconds: duration,
    failed: non2xx + errors,
    p50: percentile(0.5),
    p99: percentile(0.99),
  }),
)
