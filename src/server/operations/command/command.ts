import type { Config } from '../../config/config.ts'
import type { Progress } from '../backup/backup.ts'

/** An option of a command: a switch, or one that takes a value. */
export type Option = { takes?: string; meaning: string }

/** What a command answers: sentences for people, the same for programs, and whether it found something wrong. */
export type Answer = { lines: readonly string[]; result: Record<string, unknown>; isFault?: boolean }

/** What a command is given besides its words. */
export type Surroundings = {
  /** Reads the environment; throws its sentence. */
  config: () => Config
  /** A path as whoever typed it means it. */
  path: (typed: string) => string
  /** Says something at once, to people only. */
  tell: (line: string) => void
  progress: Progress
}

type Declaration<Argument extends string, Name extends string> = {
  /** Its words, such as `admin reset`. */
  name: string
  summary: string
  /** In their order; all of them are needed. */
  arguments: Record<Argument, string>
  options?: Record<Name, Option>
  /** Sentences below the summary. */
  about: readonly string[]
  /** What the exit code 1 means. */
  fault: string
  run: (given: Record<Argument, string> & Partial<Record<Name, string | boolean>>, around: Surroundings) => Promise<Answer>
}

/** One command of `rankstead`: its help, its parsing and what it prints follow from this. */
export type Command = Declaration<string, string>

export function defineCommand<Argument extends string = never, Name extends string = never>(
  declaration: Declaration<Argument, Name>,
): Command {
  return declaration as unknown as Command
}

/** Thrown for arguments that can't be valid, such as a name in place of an email address. The command did nothing. */
export class CommandMistake extends Error {}
