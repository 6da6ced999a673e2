/** Writes an error to the log. `sentence` says what failed. */
export type LogProblem = (error: unknown, sentence: string) => void

/** `line` prints to the console, `problem` writes to the log. */
export type ModuleLog = { line: (text: string) => void; problem: LogProblem }
