import { resolve } from 'node:path'
import { readConfig } from '../../config/config.ts'
import type { CommandContext } from './command.ts'
import type { createProgressLine } from './progress-line.ts'

/** For modules that a command makes: it says itself what came of it. */
export const silentLog = { line: () => {}, problem: () => {} }

/** What a command of this process has around it. */
export function createCommandContext(env: NodeJS.ProcessEnv, progress: ReturnType<typeof createProgressLine>): CommandContext {
  return {
    config: () => readConfig(env),
    // npm runs its scripts in the folder of the project; people mean the one that they are in.
    path: (input) => resolve(env.INIT_CWD ?? '.', input),
    print: progress.print,
    progress: progress.show,
  }
}
