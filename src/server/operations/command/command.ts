import type { Config } from '../../config/config.ts'
import type { ReportProgress } from '../backup/backup.ts'

/** `lines` are for people and `result` for programs. `isFault` means that the command found a problem. */
export type CommandResult = { lines: readonly string[]; result: Record<string, unknown>; isFault?: boolean }

export type CommandContext = {
  /** Reads the environment. Throws if a value is invalid. */
  config: () => Config
  /** Resolves a path against the folder where the user typed it. */
  path: (input: string) => string
  /** Prints at once, to people only. */
  print: (line: string) => void
  progress: ReportProgress
}

type CommandDefinition<Argument extends string> = {
  /** Words such as `admin reset`. */
  name: string
  summary: string
  /** In order. All are required. */
  arguments: Record<Argument, string>
  /** Sentences below the summary. */
  about: readonly string[]
  /** The meaning of exit code 1. */
  fault: string
  run: (args: Record<Argument, string>, context: CommandContext) => Promise<CommandResult>
}

/** A command of `rankstead`, which defines its help, its parsing and its output. */
export type Command = CommandDefinition<string>

export function defineCommand<Argument extends string = never>(definition: CommandDefinition<Argument>): Command {
  return definition
}

/** For modules in a command, which prints its own results. */
export const silentLog = { line: () => {}, problem: () => {} }

/** Thrown for arguments that can't be valid, such as a name in place of an email address. The command did nothing. */
export class CommandUsageError extends Error {}
