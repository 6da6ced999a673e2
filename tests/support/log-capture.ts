import { readSync } from 'node:fs'
import type { LogOutput } from '../../src/server/platform/log/log-output.ts'

/** A log output that keeps what it is given. */
export function captureLog(): { lines: string[]; output: LogOutput } {
  const lines: string[] = []
  return { lines, output: { write: (line) => void lines.push(line), flush: async () => {}, flushNow: () => {} } }
}

const buffer = Buffer.alloc(1024 * 1024)

/** What lies in a pipe that was opened without blocking, now. */
export function readPipe(fd: number): string {
  try {
    return buffer.toString('utf8', 0, readSync(fd, buffer))
  } catch {
    // Nothing there yet.
    return ''
  }
}
