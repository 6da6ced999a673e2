import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { getCompileCacheUrl } from '#platform/built-file-url.ts'

// Before the import below, which loads the whole server.
enableCompileCache(fileURLToPath(getCompileCacheUrl()))
await import('./run-server.ts').catch((error: unknown) => {
  process.stderr.write(`Rankstead did not start. ${collectErrorMessages(error).join(' ')}\n`)
  process.exit(1)
})

/** Returns the messages of an error and its causes. They tell the owner what to do; a stack wouldn't. */
function collectErrorMessages(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...collectErrorMessages(error.cause)] : []
}
