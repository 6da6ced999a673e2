import type { Config } from '../config.ts'

/**
 * The log of the authentication library, in the form of ours: one JSON line. Details
 * are left out, because they may hold what a visitor or a provider sent.
 */
export function authLog(logLevel: Config['logLevel'], print: (line: string) => void) {
  return {
    level: 'error',
    disabled: logLevel === 'fatal',
    log: (_level: string, message: string, ...details: unknown[]) => {
      const error = details.find((detail) => detail instanceof Error)
      const msg = [message, error?.message].filter(Boolean).join(': ')
      print(JSON.stringify({ level: 50, time: Date.now(), pid: process.pid, msg }))
    },
  } as const
}
