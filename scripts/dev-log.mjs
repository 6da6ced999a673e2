import { styleText } from 'node:util'

const LEVELS = { 30: ['dim', 'info'], 40: ['yellow', 'warn'], 50: ['red', 'ERROR'], 60: ['red', 'FATAL'] }

/** Said for every request; dev-proxy.mjs says the same with the address. */
const REQUEST_MESSAGE = 'a request'

/** Returns a line of the server's log as a person reads it, nothing for one that says less than the line of dev-proxy.mjs. */
export function formatLogLine(line) {
  const entry = line.startsWith('{') ? parse(line) : undefined
  if (!entry) return line
  if (entry.msg === REQUEST_MESSAGE) return undefined
  const { level, time, msg, pid, hostname, reqId, err, ...more } = entry
  const [color, name] = LEVELS[level] ?? ['dim', String(level)]
  const rest = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : ''
  const stack = err ? `\n${err.stack ?? JSON.stringify(err)}` : ''
  const at = new Date(time).toTimeString().slice(0, 8)
  return `${styleText('dim', at)} ${styleText(color, name.padEnd(5))} ${msg}${styleText('dim', rest)}${stack}`
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
