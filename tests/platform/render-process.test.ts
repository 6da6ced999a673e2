import { describe, expect, it } from 'vitest'
import { renderInChildProcess, runInChildProcess } from '../../src/server/platform/child-process.ts'

describe('the render process', () => {
  it('reveals nothing of a failed job, and runs the next one', async () => {
    const secret = 'Dana Sample'
    const failed = await renderInChildProcess('render-invoice-process', { number: 1, printed: { buyer: secret } }).catch(
      (error: Error) => error,
    )
    expect(failed).toBeInstanceOf(Error)
    expect(String(failed)).not.toContain(secret)
    // Larger than what a pipe takes before it is read.
    const large = await renderInChildProcess('render-invoice-process', { number: 1, padding: 'x'.repeat(1_000_000) }).catch(
      (error: Error) => error,
    )
    expect(large).toBeInstanceOf(Error)
  })
  it('stops a job that takes too long, returns too much or lost its caller', async () => {
    const run = (options: object) =>
      runInChildProcess('encode-image', ['{"kind":"take"}'], '', options).catch((error: object) => error)
    expect(await run({ timeout: 1 })).toMatchObject({ killed: true, signal: 'SIGKILL' })
    expect(await run({ maxBytes: 8 })).toMatchObject({ code: 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' })
    expect(await run({ signal: AbortSignal.abort() })).toMatchObject({ name: 'AbortError' })
  })
})
