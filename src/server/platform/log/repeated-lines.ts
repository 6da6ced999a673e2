import type { LogFn, Logger } from 'pino'

type LogMethod = (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) => void
type Fields = Record<string, unknown>

/** A cause that was logged within the last period, and its suppressed lines since. */
type RepeatedLine = { count: number; requestIds: unknown[]; writeLast: (fields: Fields) => void }

/** How long further lines of a cause are counted instead of written, in ms. */
const PERIOD = 60_000
/** The lowest summarized level: warnings. Lower levels are written only if the owner asked for every line. */
const SUMMARIZED_FROM = 40
/** How many causes a period distinguishes. All further causes count as one. */
const MAX_CAUSES = 200
/** The most request ids in a summary, and how many characters of a text identify its cause. */
const MAX_IDS = 50
const MAX_TEXT = 200

/**
 * Keeps senders from filling the log. Writes the first warning or error of a cause at once, then at most one line per
 * minute. `repeated` is the number of lines that it stands for, and `reqIds` lists their first request ids.
 */
export function summarizeRepeatedLines(): { logMethod: LogMethod; close: () => void } {
  const causes = new Map<string, RepeatedLine>()
  let timer: NodeJS.Timeout | undefined

  function writeSummaries(): void {
    for (const [cause, { count, requestIds, writeLast }] of causes) {
      if (count === 0) causes.delete(cause)
      else {
        causes.set(cause, { count: 0, requestIds: [], writeLast })
        writeLast({ repeated: count, ...(requestIds.length > 0 && { reqIds: requestIds }) })
      }
    }
    timer = causes.size > 0 ? setTimeout(writeSummaries, PERIOD).unref() : undefined
  }

  return {
    logMethod(args, method, level) {
      const cause = level < SUMMARIZED_FROM ? undefined : buildCauseKey(args)
      if (cause === undefined) return method.apply(this, args)
      const key = causes.has(cause) || causes.size < MAX_CAUSES ? cause : 'others'
      const repeatedLine = causes.get(key)
      if (!repeatedLine) {
        causes.set(key, { count: 0, requestIds: [], writeLast: () => {} })
        timer ??= setTimeout(writeSummaries, PERIOD).unref()
        return method.apply(this, args)
      }
      repeatedLine.count++
      const [fields, text] = splitLogArguments(args)
      const id = fields.reqId ?? this.bindings().reqId
      if (id !== undefined && repeatedLine.requestIds.length < MAX_IDS) repeatedLine.requestIds.push(id)
      repeatedLine.writeLast = (more) => method.apply(this, [{ ...fields, ...more }, text])
    },
    close() {
      clearTimeout(timer)
      writeSummaries()
      clearTimeout(timer)
    },
  }
}

/** Returns a key for the cause of a line; undefined for lines that are always written. */
function buildCauseKey(args: Parameters<LogFn>): string | undefined {
  const [{ event, status, who, address, method, route, err }, text] = splitLogArguments(args)
  // Each wrong password is evidence, and rate limits bound their number.
  if (event !== undefined && status === 401) return undefined
  const { code, message = '' } = (err ?? {}) as { code?: unknown; message?: unknown }
  return JSON.stringify([event, status, who, address, method, route, code, maskIds(String(message)), maskIds(text)])
}

function splitLogArguments([first, second]: Parameters<LogFn>): [Fields, text: string] {
  if (typeof first !== 'object' || first === null) return [{}, String(first)]
  return [first instanceof Error ? { err: first } : (first as Fields), String(second ?? '')]
}

/** Replaces ids and numbers with `#`. */
function maskIds(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .split(' ')
    .map((word) => (/\d/.test(word) ? '#' : word))
    .join(' ')
}
