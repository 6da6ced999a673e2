import type { Config } from '../../config/config.ts'
import type { ReportProgress } from '../backup/backup.ts'

/** `takes` names the option's value. An option without it is a switch. */
type CommandOption = { takes?: string; meaning: string }

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

type CommandDefinition<Argument extends string, Name extends string> = {
  /** Words such as `admin reset`. */
  name: string
  summary: string
  /** In order. All are required. */
  arguments: Record<Argument, string>
  options?: Record<Name, CommandOption>
  /** Sentences below the summary. */
  about: readonly string[]
  /** The meaning of exit code 1. */
  fault: string
  run: (
    args: Record<Argument, string> & Partial<Record<Name, string | boolean>>,
    context: CommandContext,
  ) => Promise<CommandResult>
}

/** A command of `rankstead`, which defines its help, its parsing and its output. */
export type Command = CommandDefinition<string, string>

export function defineCommand<Argument extends string = never, Name extends string = never>(
  definition: CommandDefinition<Argument, Name>,
): Command {
  return definition as unknown as Command
}

/** Thrown for arguments that can't be valid, such as a name in place of an email address. The command did nothing. */
export class CommandUsageError extends Error {}
