import type { LogOutput } from '../../src/server/log/log-output.ts'

/** A log output that keeps what it is given. */
export function collectedLog(): { lines: string[]; output: LogOutput } {
  const lines: string[] = []
  return { lines, output: { write: (line) => void lines.push(line), flush: async () => {}, flushNow: () => {} } }
}
