import type { LogFn, Logger } from 'pino'

type LogMethod = (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) => void
type Fields = Record<string, unknown>

/** A cause that was logged within the last minute, and the lines that it would have written since. */
type Repeats = { count: number; requestIds: unknown[]; writeLast: (fields: Fields) => void }

/** For how long the further lines of a cause are counted instead of written, in ms. */
const PERIOD = 60_000
/** Warnings and errors; what is below is logged only where somebody asked for every line. */
const SUMMARIZED_FROM = 40
/** How many causes are told apart within a period; all others are one. */
const MAX_CAUSES = 200
/** How many ids of requests a summary names, and how much of a text tells its cause, in characters. */
const MAX_IDS = 50
const MAX_TEXT = 200

/**
 * Keeps a log short that senders could fill: writes the first warning or error of a cause at once, then at most one
 * line a minute that says in `repeated` how many it stands for, and in `reqIds` whose the first of them were.
 */
export function summarizeRepeats(period = PERIOD): { logMethod: LogMethod; close: () => void } {
  const causes = new Map<string, Repeats>()
  let timer: NodeJS.Timeout | undefined

  function writeSummaries(): void {
    for (const [cause, { count, requestIds, writeLast }] of causes) {
      if (count === 0) causes.delete(cause)
      else {
        causes.set(cause, { count: 0, requestIds: [], writeLast })
        writeLast({ repeated: count, ...(requestIds.length > 0 && { reqIds: requestIds }) })
      }
    }
    timer = causes.size > 0 ? setTimeout(writeSummaries, period).unref() : undefined
  }

  return {
    logMethod(args, method, level) {
      const cause = level < SUMMARIZED_FROM ? undefined : causeOf(args)
      if (cause === undefined) return method.apply(this, args)
      const key = causes.has(cause) || causes.size < MAX_CAUSES ? cause : 'others'
      const known = causes.get(key)
      if (!known) {
        causes.set(key, { count: 0, requestIds: [], writeLast: () => {} })
        timer ??= setTimeout(writeSummaries, period).unref()
        return method.apply(this, args)
      }
      known.count++
      const [fields, text] = partsOf(args)
      const id = fields.reqId ?? this.bindings().reqId
      if (id !== undefined && known.requestIds.length < MAX_IDS) known.requestIds.push(id)
      known.writeLast = (more) => method.apply(this, [{ ...fields, ...more }, text])
    },
    close() {
      clearTimeout(timer)
      writeSummaries()
      clearTimeout(timer)
    },
  }
}

/** What makes two lines the same; undefined for a line that something else bounds, which is always written. */
function causeOf(args: Parameters<LogFn>): string | undefined {
  const [{ event, status, who, address, method, route, err }, text] = partsOf(args)
  // Each wrong password is evidence, and limits bound how many there are.
  if (event !== undefined && status === 401) return undefined
  const { code, message = '' } = (err ?? {}) as { code?: unknown; message?: unknown }
  return JSON.stringify([event, status, who, address, method, route, code, plain(String(message)), plain(text)])
}

function partsOf([first, second]: Parameters<LogFn>): [Fields, text: string] {
  if (typeof first !== 'object' || first === null) return [{}, String(first)]
  return [first instanceof Error ? { err: first } : (first as Fields), String(second ?? '')]
}

/** A text without its ids and numbers. */
function plain(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .split(' ')
    .map((word) => (/\d/.test(word) ? '#' : word))
    .join(' ')
}
