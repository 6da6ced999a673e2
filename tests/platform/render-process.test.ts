import { describe, expect, it } from 'vitest'
import { renderInChildProcess, runInChildProcess } from '#platform/run-in-child-process.ts'

describe('the render process', () => {
  it('shows no data of a failed job in its error, and runs the next job', async () => {
    const secret = 'Dana Sample'
    const error = await renderInChildProcess('render-invoice-process', { number: 1, printed: { buyer: secret } }).catch(
      (error: Error) => error,
    )
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).not.toContain(secret)
    // The input exceeds a pipe's buffer.
    const nextError = await renderInChildProcess('render-invoice-process', { number: 1, padding: 'x'.repeat(1_000_000) }).catch(
      (error: Error) => error,
    )
    expect(nextError).toBeInstanceOf(Error)
  })
  it('stops a job that takes too long, returns too much or lost its caller', async () => {
    const run = (options: object) =>
      runInChildProcess('image-encoder-process', ['{"kind":"take"}'], '', options).catch((error: object) => error)
    expect(await run({ timeout: 1 })).toMatchObject({ killed: true, signal: 'SIGKILL' })
    expect(await run({ maxBytes: 8 })).toMatchObject({ code: 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' })
    expect(await run({ signal: AbortSignal.abort() })).toMatchObject({ name: 'AbortError' })
  })
})
