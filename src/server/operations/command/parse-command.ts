import { parseArgs } from 'node:util'
import type { Command } from './command.ts'
import { formatCommandHelp, formatCommandOverview } from './help.ts'

type ParsedCommand =
  | { help: string }
  /** The usage error, and the help for the closest command. */
  | { mistake: string; help: string; isJson: boolean }
  | { command: Command; argumentValues: Record<string, string>; isJson: boolean }

/** Parses the arguments after `rankstead`. */
export function parseCommand(commands: readonly Command[], input: readonly string[]): ParsedCommand {
  const positionalWords = input.filter((word) => !word.startsWith('-'))
  const isJson = input.includes('--json')
  const command = commands.find(({ name }) => name === positionalWords.slice(0, name.split(' ').length).join(' '))
  if (!command) {
    const related = commands.filter(({ name }) => name.split(' ')[0] === positionalWords[0])
    const help = formatCommandOverview(related.length > 0 ? related : commands)
    if (positionalWords.length === 0 && input.every((word) => word === '--help' || word === '-h') && input.length > 0)
      return { help }
    const mistake =
      positionalWords.length === 0 ? 'Name a command.' : `There is no command ${positionalWords.slice(0, 2).join(' ')}.`
    return { mistake, help, isJson }
  }
  if (input.includes('--help') || input.includes('-h')) return { help: formatCommandHelp(command) }
  const usageError = (mistake: string) => ({ mistake, help: formatCommandHelp(command), isJson })
  try {
    const { positionals } = parseArgs({
      args: [...input],
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
      strict: true,
    })
    const expected = Object.keys(command.arguments)
    const args = positionals.slice(command.name.split(' ').length)
    if (args.length > expected.length) return usageError(`${command.name} does not take ${args[expected.length]}.`)
    if (args.length < expected.length) return usageError(`${command.name} needs ${expected.slice(args.length).join(' and ')}.`)
    return { command, argumentValues: Object.fromEntries(expected.map((name, index) => [name, args[index] ?? ''])), isJson }
  } catch (error) {
    return usageError(firstSentence(error))
  }
}

/** Keeps only the first sentence of Node's long errors about options. */
function firstSentence(error: unknown): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/)
  return first.endsWith('.') ? first : `${first}.`
}
