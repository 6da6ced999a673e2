/** Parses a time to epoch ms. Returns undefined for an invalid time. */
export function parsePayPalTime(text = ''): number | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
