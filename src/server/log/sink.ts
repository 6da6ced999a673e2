import { fstatSync, write } from 'node:fs'
import { Socket } from 'node:net'
import { isatty, WriteStream } from 'node:tty'

/** Tries to write, and says later how much of it went out, in bytes. Never waits for that. */
export type Sink = (bytes: Buffer, done: (error: unknown, written: number) => void) => void

/**
 * The way to an open file descriptor that holds nothing up. `process.stdout` is not it: to a file it
 * writes synchronously, and the error of a reader that went away ends the process.
 */
export function openSink(fd: number): Sink {
  const kind = fstatSync(fd)
  if (isatty(fd)) return streamSink(() => new WriteStream(fd))
  if (kind.isFIFO() || kind.isSocket()) return streamSink(() => new Socket({ fd, readable: false, writable: true }))
  return (bytes, done) => write(fd, bytes, 0, bytes.length, null, done)
}

/** A stream is of no use after an error, the descriptor below it may be: a named pipe gets its next reader. */
function streamSink(open: () => Socket): Sink {
  let stream: Socket | undefined
  return (bytes, done) => {
    stream ??= open().on('error', () => {
      stream = undefined
    })
    stream.write(bytes, (error) => done(error, error ? 0 : bytes.length))
  }
}
