import { Console } from 'node:console'
import { fstatSync, write, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { isatty, WriteStream } from 'node:tty'

/** The one way out for what the server says, line by line (decision 22). */
export type LogOutput = {
  /** Takes lines and returns at once, whatever the reader does. */
  write: (lines: string) => void
  /** Resolves when everything is out, or cannot go out now; after `wait` ms at the latest. */
  flush: (wait: number) => Promise<void>
  /** For the last moment of a process that cannot wait: tries once. */
  flushNow: () => void
}

/** How much waits in memory for a reader, in bytes. What comes then is counted and dropped. */
const MAX_BUFFERED_BYTES = 1024 * 1024

/** How long after a failure it is tried again, in ms. */
const RETRY_PAUSE = 1_000

/** Output to a file descriptor. What cannot be written is kept up to a bound; what was lost beyond it is told when there is room again. */
export function createLogOutput(
  fd: number,
  { maxBufferedBytes, retryPause } = { maxBufferedBytes: MAX_BUFFERED_BYTES, retryPause: RETRY_PAUSE },
): LogOutput {
  let sink: ReturnType<typeof openSink> | undefined
  /** Under way: what of it has not been written yet. */
  let currentChunk: Buffer | undefined
  let bufferedLines: string[] = []
  let bufferedBytes = 0
  let lostLineCount = 0
  let isFailing = false
  const flushWaiters: (() => void)[] = []

  function writeNext(): void {
    currentChunk ??= takeBufferedLines()
    if (!currentChunk) {
      resolveFlushes()
      return
    }
    try {
      sink ??= openSink(fd)
      sink(currentChunk, afterWrite)
    } catch (error) {
      afterWrite(error, 0)
    }
  }

  function afterWrite(error: unknown, written: number): void {
    isFailing = Boolean(error)
    currentChunk = currentChunk?.subarray(written)
    if (currentChunk?.length === 0) currentChunk = undefined
    if (isFailing) {
      resolveFlushes()
      setTimeout(writeNext, retryPause).unref()
    } else writeNext()
  }

  function takeBufferedLines(): Buffer | undefined {
    if (bufferedLines.length === 0 && lostLineCount === 0) return undefined
    const text = bufferedLines.join('') + (lostLineCount > 0 ? formatLostLines(lostLineCount) : '')
    bufferedLines = []
    bufferedBytes = 0
    lostLineCount = 0
    return Buffer.from(text)
  }

  function resolveFlushes(): void {
    for (const resolve of flushWaiters.splice(0)) resolve()
  }

  return {
    write(lines) {
      const bytes = Buffer.byteLength(lines)
      if (bufferedBytes + bytes > maxBufferedBytes) {
        lostLineCount += lines.split('\n').length - 1
        return
      }
      bufferedLines.push(lines)
      bufferedBytes += bytes
      if (!currentChunk) writeNext()
    },
    async flush(wait) {
      if (!currentChunk || isFailing) return
      await new Promise<void>((resolve) => {
        flushWaiters.push(resolve)
        setTimeout(resolve, wait).unref()
      })
    },
    flushNow() {
      const text = takeBufferedLines()
      if (!text || isFailing) return
      try {
        writeSync(fd, text)
      } catch {
        // A full pipe or disk: there is nobody left to tell.
      }
    },
  }
}

/** In the form of the log's other lines. */
function formatLostLines(count: number): string {
  const msg = count === 1 ? '1 log line was lost' : `${count} log lines were lost`
  return `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, msg })}\n`
}

/** Tries to write, and says later how much of it went out, in bytes. Never waits for that. */
type Sink = (bytes: Buffer, done: (error: unknown, written: number) => void) => void

/**
 * The way to an open file descriptor that holds nothing up. `process.stdout` is not it: to a file it
 * writes synchronously, and the error of a reader that went away ends the process.
 */
function openSink(fd: number): Sink {
  const kind = fstatSync(fd)
  if (isatty(fd)) return createStreamSink(() => new WriteStream(fd))
  if (kind.isFIFO() || kind.isSocket()) return createStreamSink(() => new Socket({ fd, readable: false, writable: true }))
  return (bytes, done) => write(fd, bytes, 0, bytes.length, null, done)
}

/** A stream is of no use after an error, the descriptor below it may be: a named pipe gets its next reader. */
function createStreamSink(open: () => Socket): Sink {
  let stream: Socket | undefined
  return (bytes, done) => {
    stream ??= open().on('error', () => {
      stream = undefined
    })
    stream.write(bytes, (error) => done(error, error ? 0 : bytes.length))
  }
}

/** Sends what libraries print on the console the way of every other line. */
export function redirectConsole({ write }: LogOutput): void {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      write(String(chunk))
      done()
    },
  })
  globalThis.console = new Console(stream)
}
