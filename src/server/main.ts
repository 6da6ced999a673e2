import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// What V8 compiled is kept for the next start, which then need not compile it again.
enableCompileCache(fileURLToPath(new URL('../../.cache/compiled', import.meta.url)))
await import('./run-server.ts').catch((error: unknown) => {
  process.stderr.write(`Rankstead did not start. ${collectErrorMessages(error).join(' ')}\n`)
  process.exit(1)
})

/** A start that fails is the owner's to mend: the reasons say how, a stack would not. */
function collectErrorMessages(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...collectErrorMessages(error.cause)] : []
}
