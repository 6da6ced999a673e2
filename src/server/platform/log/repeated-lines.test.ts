import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { captureLog } from '#tests/support/log-capture.ts'
import { summarizeRepeatedLines } from './repeated-lines.ts'

const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openLog() {
  const { lines, output } = captureLog()
  const { logMethod, close } = summarizeRepeatedLines()
  const log = pino({ level: 'info', hooks: { logMethod } }, output)
  const written = () => lines.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log, written, close }
}

it('writes the first line of a cause at once, then one counted line per minute', () => {
  const { log, written } = openLog()
  const slow = (nth: number) =>
    log.child({ reqId: `id-${nth}` }).warn({ route: '/', status: 200, ms: 1_000 + nth }, 'a request was slow')
  for (let nth = 0; nth < 10_000; nth++) slow(nth)
  expect(written()).toMatchObject([{ reqId: 'id-0', ms: 1_000, msg: 'a request was slow' }])
  vi.advanceTimersByTime(MINUTE)
  const [summary, ...more] = written()
  expect(more).toEqual([])
  expect(summary).toMatchObject({ repeated: 9_999, ms: 10_999, msg: 'a request was slow' })
  expect(summary?.reqIds).toHaveLength(50)
  slow(1)
  expect(written()).toEqual([])
  vi.advanceTimersByTime(MINUTE)
  expect(written()).toMatchObject([{ repeated: 1 }])
  vi.advanceTimersByTime(MINUTE)
  slow(2)
  expect(written()).toMatchObject([{ ms: 1_002 }])
})

it('distinguishes causes by route, status and error, but not by ids and numbers', () => {
  const { log, written } = openLog()
  const notice = (id: number, message: string) => log.error({ err: new Error(message) }, `notice ${id} cannot be verified`)
  for (let nth = 0; nth < 100; nth++) notice(nth, 'the provider is away')
  notice(100, 'the provider says no')
  for (const route of ['/', '/pricing']) log.error({ route, status: 503 }, 'a request failed')
  log.error({ route: '/', status: 500 }, 'a request failed')
  expect(written()).toHaveLength(5)
})

it('limits the number of lines even if each has its own cause', () => {
  const { log, written } = openLog()
  for (let nth = 0; nth < 10_000; nth++) log.warn({ who: `sender-${nth}` }, 'security: refused')
  expect(written()).toHaveLength(201)
  vi.advanceTimersByTime(MINUTE)
  expect(written()).toMatchObject([{ repeated: 9_799 }])
})

it('writes every info line, every wrong password, and open summaries on close', () => {
  const { log, written, close } = openLog()
  for (let nth = 0; nth < 3; nth++) {
    log.info('a request')
    log.warn({ event: 'POST /sign-in', status: 401 }, 'security: refused')
    log.warn('the same')
  }
  expect(written()).toHaveLength(7)
  close()
  expect(written()).toMatchObject([{ msg: 'the same', repeated: 2 }])
})
