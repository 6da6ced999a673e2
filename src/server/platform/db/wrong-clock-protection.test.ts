import { afterEach, expect, it, vi } from 'vitest'
import { createClockStabilityCheck } from './wrong-clock-protection.ts'

const MINUTE = 60_000

afterEach(() => void vi.useRealTimers())

it('trusts a clock after ten steady minutes, and again ten minutes after a jump', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const isClockStable = createClockStabilityCheck()
  expect(isClockStable()).toBe(false)
  vi.advanceTimersByTime(9 * MINUTE)
  expect(isClockStable()).toBe(false)
  vi.advanceTimersByTime(MINUTE)
  expect(isClockStable()).toBe(true)
  // The clock jumps two years ahead.
  vi.setSystemTime(Date.now() + 730 * 24 * 60 * MINUTE)
  expect(isClockStable()).toBe(false)
  vi.advanceTimersByTime(9 * MINUTE)
  expect(isClockStable()).toBe(false)
  // The clock jumps back.
  vi.setSystemTime(Date.now() - 730 * 24 * 60 * MINUTE)
  expect(isClockStable()).toBe(false)
  vi.advanceTimersByTime(10 * MINUTE)
  expect(isClockStable()).toBe(true)
})
