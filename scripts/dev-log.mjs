import { styleText } from 'node:util'

const LEVELS = { 30: ['dim', 'info'], 40: ['yellow', 'warn'], 50: ['red', 'ERROR'], 60: ['red', 'FATAL'] }

/** The message of the server's request lines. dev-proxy.mjs prints its own line with the URL. */
const REQUEST_MESSAGE = 'a request'

/** Formats a line of the server's log for people. Returns undefined for request lines. */
export function formatLogLine(line) {
  const entry = line.startsWith('{') ? parse(line) : undefined
  if (!entry) return line
  if (entry.msg === REQUEST_MESSAGE) return undefined
  const { level, time, msg, pid, hostname, reqId, err, ...more } = entry
  const [color, name] = LEVELS[level] ?? ['dim', String(level)]
  const rest = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : ''
  const stack = err ? `\n${err.stack ?? JSON.stringify(err)}` : ''
  const clockTime = new Date(time).toTimeString().slice(0, 8)
  return `${styleText('dim', clockTime)} ${styleText(color, name.padEnd(5))} ${msg}${styleText('dim', rest)}${stack}`
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
