import { resolve } from 'node:path'
import { readConfig } from '../../config/config.ts'
import type { Surroundings } from './command.ts'
import type { createProgress } from './progress.ts'

/** For modules that a command makes: it says itself what came of it. */
export const quietLog = { line: () => {}, problem: () => {} }

/** What a command of this process has around it. */
export function readSurroundings(env: NodeJS.ProcessEnv, progress: ReturnType<typeof createProgress>): Surroundings {
  return {
    config: () => readConfig(env),
    // npm runs its scripts in the folder of the project; people mean the one that they are in.
    path: (typed) => resolve(env.INIT_CWD ?? '.', typed),
    tell: progress.tell,
    progress: progress.show,
  }
}
