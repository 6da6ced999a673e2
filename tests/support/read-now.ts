import { readSync } from 'node:fs'

const buffer = Buffer.alloc(1024 * 1024)

/** What lies in a pipe that was opened without blocking, now. */
export function readNow(fd: number): string {
  try {
    return buffer.toString('utf8', 0, readSync(fd, buffer))
  } catch {
    // Nothing there yet.
    return ''
  }
}
