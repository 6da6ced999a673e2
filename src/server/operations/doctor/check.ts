import type { Config } from '../../config/config.ts'

/** `warning`: it works, and somebody should look at it. */
type State = 'ok' | 'warning' | 'problem'

export type Finding = { state: State; said: string }

/** A check of one possible problem. Throws if it can't look, which counts as a problem too. */
export type Check = { name: string; looksAt: string; find: (config: Config) => Promise<Finding[]> }

export const ok = (said: string): Finding => ({ state: 'ok', said })
export const warning = (said: string): Finding => ({ state: 'warning', said })
export const problem = (said: string): Finding => ({ state: 'problem', said })
