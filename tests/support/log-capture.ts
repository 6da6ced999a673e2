import { readSync } from 'node:fs'
import type { LogOutput } from '#platform/log/buffered-log-output.ts'

/** Creates a log output that keeps its lines. */
export function captureLog(): { lines: string[]; output: LogOutput } {
  const lines: string[] = []
  return { lines, output: { write: (line) => void lines.push(line), flush: async () => {}, flushNow: () => {} } }
}

const buffer = Buffer.alloc(1024 * 1024)

/** Reads what a non-blocking pipe holds now. */
export function readPipe(fd: number): string {
  try {
    return buffer.toString('utf8', 0, readSync(fd, buffer))
  } catch {
    // The pipe is empty.
    return ''
  }
}
