import type { ReportProgress } from '../backup/backup.ts'

/** How often a line is drawn anew, in ms. */
const REDRAW_INTERVAL_MS = 100

/** One line on a terminal that says how far long work has come; `tell` is for what is to stay. Nothing of it elsewhere but that. */
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
