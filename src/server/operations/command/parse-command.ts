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
  const isJson = input.includes('--json')
  const isHelp = input[0] === 'help' || input.includes('--help') || input.includes('-h')
  const positionalWords = input.filter((word, index) => !word.startsWith('-') && !(word === 'help' && index === 0))
  const command = commands.find(({ name }) => name === positionalWords.slice(0, name.split(' ').length).join(' '))
  if (!command) {
    const related = commands.filter(({ name }) => name.split(' ')[0] === positionalWords[0])
    const help = formatCommandOverview(related.length > 0 ? related : commands)
    if (positionalWords.length === 0) return isHelp || !isJson ? { help } : { mistake: 'Name a command.', help, isJson }
    const typed = positionalWords.slice(0, 2).join(' ')
    const suggestion = findClosestName(positionalWords, commands)
    const question = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
    return { mistake: `There is no command ${typed}.${question}`, help, isJson }
  }
  if (isHelp) return { help: formatCommandHelp(command) }
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

/** How many letters a mistyped command may differ from a name that is suggested. */
const MAX_TYPOS = 3

/** Returns the command with the most similar name. Undefined if none is similar. */
function findClosestName(words: readonly string[], commands: readonly Command[]): string | undefined {
  const distances = commands.map(({ name }) => {
    const typed = words.slice(0, name.split(' ').length).join(' ').toLowerCase()
    return { name, distance: countEdits(typed, name), isPart: typed.length > 2 && name.includes(typed) }
  })
  const [closest] = distances
    .filter(({ distance, isPart }) => distance <= MAX_TYPOS || isPart)
    .sort((a, b) => a.distance - b.distance)
  return closest?.name
}

/** Counts the letters to insert, delete or replace between two words (Levenshtein distance). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++)
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === to[j] ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
