import { expect, it } from 'vitest'
import { MAIL_QUEUE_TIMING } from '../../mail/transport.ts'
import { computeRetryPause } from './queue-timing.ts'

it('doubles the pause from 10 seconds up to an hour', () => {
  const pauses = [1, 2, 3, 9, 10, 50].map((attempts) => computeRetryPause(attempts, MAIL_QUEUE_TIMING) / 1_000)
  expect(pauses).toEqual([10, 20, 40, 2_560, 3_600, 3_600])
})

it('lets a claim outlive the longest delivery attempt, and retries for at least three days', () => {
  expect(MAIL_QUEUE_TIMING.lease).toBeGreaterThan(2 * MAIL_QUEUE_TIMING.deadline)
  expect(MAIL_QUEUE_TIMING.giveUpAfter).toBeGreaterThan(3 * 24 * 3_600_000)
})
