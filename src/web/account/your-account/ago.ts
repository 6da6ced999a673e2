const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const words = new Intl.RelativeTimeFormat('en-GB')

/** How long ago, in words: the server does not know the reader's clock. Times are epoch ms. */
export function ago(time: number, now: number): string {
  const passed = Math.max(0, now - time)
  if (passed < 2 * MINUTE) return 'a moment ago'
  if (passed < HOUR) return words.format(-Math.floor(passed / MINUTE), 'minute')
  if (passed < DAY) return words.format(-Math.floor(passed / HOUR), 'hour')
  return words.format(-Math.floor(passed / DAY), 'day')
}
