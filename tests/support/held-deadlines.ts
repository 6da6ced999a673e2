import { onTestFinished, vi } from 'vitest'

/**
 * From now on, each `AbortSignal.timeout` of this process ends when the test calls `expire`, however long that takes. The end
 * of the test lets new deadlines run again.
 */
export function holdDeadlines() {
  const deadline = new AbortController()
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
  onTestFinished(() => void timeouts.mockRestore())
  return {
    expire() {
      timeouts.mockRestore()
      deadline.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    },
  }
}
