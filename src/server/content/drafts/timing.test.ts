import { afterEach, expect, it, vi } from 'vitest'
import { createClockWatch } from './timing.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

afterEach(() => void vi.useRealTimers())

it('believes a clock once it has gone evenly for a while, and again after each jump', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const isSteady = createClockWatch(MINUTE)
  expect(isSteady()).toBe(false)
  vi.advanceTimersByTime(MINUTE)
  expect(isSteady()).toBe(true)
  for (const jump of [2 * DAY, -2 * DAY, 5 * MINUTE]) {
    vi.setSystemTime(Date.now() + jump)
    expect(isSteady()).toBe(false)
    vi.advanceTimersByTime(MINUTE - 1)
    expect(isSteady()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isSteady()).toBe(true)
  }
})

it('takes no notice of a clock that is corrected a little', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const isSteady = createClockWatch(MINUTE)
  vi.advanceTimersByTime(MINUTE)
  for (const correction of [5_000, -20_000]) {
    vi.setSystemTime(Date.now() + correction)
    expect(isSteady()).toBe(true)
  }
})
