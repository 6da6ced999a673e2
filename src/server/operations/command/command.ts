import type { Config } from '../../config/config.ts'
import type { ReportProgress } from '../backup/backup.ts'

/** An option of a command: a switch, or one that takes a value. */
export type CommandOption = { takes?: string; meaning: string }

/** What a command answers: sentences for people, the same for programs, and whether it found something wrong. */
export type CommandResult = { lines: readonly string[]; result: Record<string, unknown>; isFault?: boolean }

/** What a command is given besides its words. */
export type CommandContext = {
  /** Reads the environment; throws its sentence. */
  config: () => Config
  /** A path as whoever typed it means it. */
  path: (input: string) => string
  /** Says something at once, to people only. */
  print: (line: string) => void
  progress: ReportProgress
}

type CommandDefinition<Argument extends string, Name extends string> = {
  /** Its words, such as `admin reset`. */
  name: string
  summary: string
  /** In their order; all of them are needed. */
  arguments: Record<Argument, string>
  options?: Record<Name, CommandOption>
  /** Sentences below the summary. */
  about: readonly string[]
  /** What the exit code 1 means. */
  fault: string
  run: (
    args: Record<Argument, string> & Partial<Record<Name, string | boolean>>,
    context: CommandContext,
  ) => Promise<CommandResult>
}

/** One command of `rankstead`: its help, its parsing and what it prints follow from this. */
export type Command = CommandDefinition<string, string>

export function defineCommand<Argument extends string = never, Name extends string = never>(
  definition: CommandDefinition<Argument, Name>,
): Command {
  return definition as unknown as Command
}

/** Thrown for arguments that can't be valid, such as a name in place of an email address. The command did nothing. */
export class CommandUsageError extends Error {}
