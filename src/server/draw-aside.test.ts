import { describe, expect, it } from 'vitest'
import { drawAside, oneAtATime, runAside } from './draw-aside.ts'

describe('drawings', () => {
  it('are made one at a time, whatever becomes of each, and too many are refused with 503', async () => {
    const takeTurn = oneAtATime(3)
    let underWay = 0
    const draw = (name: string) => async () => {
      underWay += 1
      expect(underWay).toBe(1)
      await new Promise(setImmediate)
      underWay -= 1
      if (name === 'second') throw new Error(name)
      return name
    }
    const asked = await Promise.allSettled(['first', 'second', 'third', 'fourth'].map((name) => takeTurn(draw(name))))
    expect(asked).toMatchObject([
      { value: 'first' },
      { reason: { message: 'second' } },
      { value: 'third' },
      { reason: { status: 503 } },
    ])
    expect(await takeTurn(draw('fifth'))).toBe('fifth')
  })

  it('that fail say nothing of what was to be drawn, and leave the next alone', async () => {
    const secret = 'Dana Sample'
    const failed = await drawAside('draw-invoice', { number: 1, printed: { buyer: secret } }).catch((error: Error) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(String(failed)).not.toContain(secret)
    // Larger than what a pipe takes before it is read.
    const large = await drawAside('draw-invoice', { number: 1, padding: 'x'.repeat(1_000_000) }).catch((error: Error) => error)
    expect(large).toBeInstanceOf(Error)
  })
  it('end where they take too long, answer too much, or nobody waits for them any more', async () => {
    const run = (options: object) => runAside('encode-picture', ['{"kind":"take"}'], '', options).catch((error: object) => error)
    expect(await run({ timeout: 1 })).toMatchObject({ killed: true, signal: 'SIGKILL' })
    expect(await run({ maxBytes: 8 })).toMatchObject({ code: 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' })
    expect(await run({ signal: AbortSignal.abort() })).toMatchObject({ name: 'AbortError' })
  })
})
