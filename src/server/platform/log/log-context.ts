import { AsyncLocalStorage } from 'node:async_hooks'

/** What a log line belongs to: a request, or a background job by its name. */
type LogContext = { reqId: string } | { job: string }

const logContextStorage = new AsyncLocalStorage<LogContext>()

/** Runs a function in a log context. Work that it starts in the background inherits the context. */
export function runInLogContext<T>(context: LogContext, run: () => T): T {
  return logContextStorage.run(context, run)
}

/** Returns the fields for a log line. Empty outside requests and jobs, as during the start. */
export function getLogContext(): LogContext | Record<never, never> {
  return logContextStorage.getStore() ?? {}
}
