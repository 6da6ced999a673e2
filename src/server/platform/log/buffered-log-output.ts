import { Console } from 'node:console'
import { fstatSync, write, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { isatty, WriteStream } from 'node:tty'

/** The single output of the process, line by line (decision 22). */
export type LogOutput = {
  /** Accepts lines and returns immediately, even if the reader is slow. */
  write: (lines: string) => void
  /** Resolves once all lines are written or writing fails, after at most `wait` ms. */
  flush: (wait: number) => Promise<void>
  /** Tries once to write all lines, synchronously, as the process exits. */
  flushNow: () => void
}

/** How many bytes wait in memory for a reader. Further lines are counted and dropped. */
const MAX_BUFFERED_BYTES = 1024 * 1024

/** How long to wait after a failure, in ms. */
const RETRY_PAUSE = 1_000

/** Writes to a file descriptor. Buffers lines up to a limit, and later reports how many lines it dropped. */
export function createLogOutput(
  fd: number,
  { maxBufferedBytes, retryPause } = { maxBufferedBytes: MAX_BUFFERED_BYTES, retryPause: RETRY_PAUSE },
): LogOutput {
  let sink: ReturnType<typeof openSink> | undefined
  /** The chunk being written, without the part that is out. */
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
        // A full pipe or disk: the lines are lost.
      }
    },
  }
}

/** Formats the line like all other log lines. */
function formatLostLines(count: number): string {
  const msg = count === 1 ? '1 log line was lost' : `${count} log lines were lost`
  return `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, msg })}\n`
}

/** Writes bytes without waiting. Calls `done` with the number of bytes written. */
type Sink = (bytes: Buffer, done: (error: unknown, written: number) => void) => void

/**
 * Opens a file descriptor for writes that never block. `process.stdout` blocks on files, and its error ends the process
 * when a reader goes away.
 */
function openSink(fd: number): Sink {
  const kind = fstatSync(fd)
  if (isatty(fd)) return createStreamSink(() => new WriteStream(fd))
  if (kind.isFIFO() || kind.isSocket()) return createStreamSink(() => new Socket({ fd, readable: false, writable: true }))
  return (bytes, done) => write(fd, bytes, 0, bytes.length, null, done)
}

/** Opens a new stream after an error, because the descriptor may still work: a named pipe gets its next reader. */
function createStreamSink(open: () => Socket): Sink {
  let stream: Socket | undefined
  return (bytes, done) => {
    stream ??= open().on('error', () => {
      stream = undefined
    })
    stream.write(bytes, (error) => done(error, error ? 0 : bytes.length))
  }
}

export function redirectConsoleToLog({ write }: LogOutput): void {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      write(String(chunk))
      done()
    },
  })
  globalThis.console = new Console(stream)
}
