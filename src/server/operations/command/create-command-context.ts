import { resolve } from 'node:path'
import { readConfig } from '../../config/config.ts'
import type { CommandContext } from './command.ts'
import type { createProgressLine } from './progress-line.ts'

/** For modules in a command, which prints its own results. */
export const silentLog = { line: () => {}, problem: () => {} }

export function createCommandContext(env: NodeJS.ProcessEnv, progress: ReturnType<typeof createProgressLine>): CommandContext {
  return {
    config: () => readConfig(env),
    // npm runs scripts in the project's folder. INIT_CWD is the folder where the user is.
    path: (input) => resolve(env.INIT_CWD ?? '.', input),
    print: progress.print,
    progress: progress.show,
  }
}
