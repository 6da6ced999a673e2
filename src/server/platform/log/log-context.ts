import { AsyncLocalStorage } from 'node:async_hooks'

/** What a line of the log is about: the request that is being served, or work that nobody waits for, by its name. */
export type LogContext = { reqId: string } | { job: string }

const logContextStorage = new AsyncLocalStorage<LogContext>()

/** Runs something whose lines belong to this; what it begins without waiting for it, too. */
export function runInLogContext<T>(context: LogContext, run: () => T): T {
  return logContextStorage.run(context, run)
}

/** To be put into a line; empty where the process itself has something to say, as at its start. */
export function getLogContext(): LogContext | Record<never, never> {
  return logContextStorage.getStore() ?? {}
}
