import type { Progress } from '../backup/backup.ts'

/** How often a line is drawn anew, in ms. */
const PAUSE = 100

/** One line on a terminal that says how far long work has come; `tell` is for what is to stay. Nothing of it elsewhere but that. */
export function createProgress(isTerminal: boolean) {
  let drawnAt = 0
  let isDrawn = false

  function erase(): void {
    if (isDrawn) process.stderr.write('\r\x1b[K')
    isDrawn = false
  }

  const show: Progress = ({ doing, rows }) => {
    const now = performance.now()
    if (!isTerminal || now - drawnAt < PAUSE) return
    drawnAt = now
    erase()
    process.stderr.write(rows > 0 ? `${doing}: ${rows.toLocaleString('en')} rows` : doing)
    isDrawn = true
  }

  return {
    show,
    tell(line: string): void {
      erase()
      process.stderr.write(`${line}\n`)
    },
    end: erase,
  }
}
