import { afterEach, expect, it, vi } from 'vitest'
import { createClockStabilityCheck } from './clock-checks.ts'

const MINUTE = 60_000

afterEach(() => void vi.useRealTimers())

it('takes a clock for settled that has gone its way for ten minutes, and again ten minutes after it was put', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const isClockStable = createClockStabilityCheck()
  expect(isClockStable()).toBe(false)
  vi.advanceTimersByTime(9 * MINUTE)
  expect(isClockStable()).toBe(false)
  vi.advanceTimersByTime(MINUTE)
  expect(isClockStable()).toBe(true)
  // Two years ahead.
  vi.setSystemTime(Date.now() + 730 * 24 * 60 * MINUTE)
  expect(isClockStable()).toBe(false)
  vi.advanceTimersByTime(9 * MINUTE)
  expect(isClockStable()).toBe(false)
  // And put right.
  vi.setSystemTime(Date.now() - 730 * 24 * 60 * MINUTE)
  expect(isClockStable()).toBe(false)
  vi.advanceTimersByTime(10 * MINUTE)
  expect(isClockStable()).toBe(true)
})
