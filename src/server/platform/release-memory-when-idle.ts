/** How often the process checks whether it is idle, in ms. */
const CHECK_INTERVAL = 10_000
/** The most CPU time that an idle process uses in one interval, in ms. Its recurring jobs use 30 to 50 ms. */
const MAX_IDLE_CPU_TIME = 200
/** How much the memory must have grown since the last release, in bytes. */
const MIN_GROWTH = 8 * 1024 * 1024

/**
 * Returns unused memory to the system while the process is idle. V8 alone waits for allocations that an idle process
 * doesn't make. Each release blocks the event loop for about 70 ms. Does nothing unless Node runs with `--expose-gc`.
 */
export function releaseMemoryWhenIdle(): void {
  const collectGarbage = globalThis.gc
  if (!collectGarbage) return
  let lowestMemory = 0
  let cpuBefore = process.cpuUsage()
  const check = () => {
    const { user, system } = process.cpuUsage(cpuBefore)
    const isIdle = (user + system) / 1_000 <= MAX_IDLE_CPU_TIME
    const memory = process.memoryUsage.rss()
    if (isIdle && memory > lowestMemory + MIN_GROWTH) {
      collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      lowestMemory = process.memoryUsage.rss()
    } else lowestMemory = Math.min(lowestMemory, memory)
    cpuBefore = process.cpuUsage()
  }
  setInterval(check, CHECK_INTERVAL).unref()
}
