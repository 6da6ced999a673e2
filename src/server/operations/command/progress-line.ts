import type { ReportProgress } from '../backup/backup.ts'

const REDRAW_INTERVAL_MS = 100

/** Shows progress in one line that it overwrites, on terminals only. `print` writes a permanent line. */
export function createProgressLine(isTerminal: boolean) {
  let shownAt = 0
  let isShown = false

  function erase(): void {
    if (isShown) process.stderr.write('\r\x1b[K')
    isShown = false
  }

  const show: ReportProgress = ({ doing, rows }) => {
    const now = performance.now()
    if (!isTerminal || now - shownAt < REDRAW_INTERVAL_MS) return
    shownAt = now
    erase()
    process.stderr.write(rows > 0 ? `${doing}: ${rows.toLocaleString('en')} rows` : doing)
    isShown = true
  }

  return {
    show,
    print(line: string): void {
      erase()
      process.stderr.write(`${line}\n`)
    },
    end: erase,
  }
}
