import type { Config } from '../../config/config.ts'

/** `warning`: it works, but a person should look at it. */
type FindingState = 'ok' | 'warning' | 'problem'

export type DoctorFinding = { state: FindingState; message: string }

/** A check for one possible problem. Throws if it can't look, which also counts as a problem. */
export type DoctorCheck = { name: string; description: string; run: (config: Config) => Promise<DoctorFinding | DoctorFinding[]> }

export const reportOk = (message: string): DoctorFinding => ({ state: 'ok', message })
export const reportWarning = (message: string): DoctorFinding => ({ state: 'warning', message })
export const reportProblem = (message: string): DoctorFinding => ({ state: 'problem', message })
