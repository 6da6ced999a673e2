import { parseArgs } from 'node:util'
import type { Command } from './command.ts'
import { helpOf, overview } from './help.ts'

export type Called =
  | { help: string }
  /** What was typed that does not exist, and the nearest help. */
  | { mistake: string; help: string; isJson: boolean }
  | { command: Command; given: Record<string, string | boolean>; isJson: boolean }

/** Reads what was typed behind `rankstead`. */
export function parseCommand(commands: readonly Command[], typed: readonly string[]): Called {
  const words = typed.filter((word) => !word.startsWith('-'))
  const isJson = typed.includes('--json')
  const command = commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
  if (!command) {
    const related = commands.filter(({ name }) => name.split(' ')[0] === words[0])
    const help = overview(related.length > 0 ? related : commands)
    if (words.length === 0 && typed.every((word) => word === '--help' || word === '-h') && typed.length > 0) return { help }
    const mistake = words.length === 0 ? 'Name a command.' : `There is no command ${words.slice(0, 2).join(' ')}.`
    return { mistake, help, isJson }
  }
  if (typed.includes('--help') || typed.includes('-h')) return { help: helpOf(command) }
  const mistaken = (mistake: string) => ({ mistake, help: helpOf(command), isJson })
  try {
    const { values, positionals } = parseArgs({
      args: [...typed],
      options: optionsOf(command),
      allowPositionals: true,
      strict: true,
    })
    const wanted = Object.keys(command.arguments)
    const args = positionals.slice(command.name.split(' ').length)
    if (args.length > wanted.length) return mistaken(`${command.name} does not take ${args[wanted.length]}.`)
    if (args.length < wanted.length) return mistaken(`${command.name} needs ${wanted.slice(args.length).join(' and ')}.`)
    const { json: _json, ...options } = values as Record<string, string | boolean>
    return { command, given: { ...options, ...Object.fromEntries(wanted.map((name, at) => [name, args[at] ?? ''])) }, isJson }
  } catch (error) {
    return mistaken(firstSentence(error))
  }
}

function optionsOf({ options = {} }: Command) {
  const own = Object.entries(options).map(([name, { takes }]) => [name, { type: takes ? 'string' : 'boolean' }] as const)
  return { ...Object.fromEntries(own), json: { type: 'boolean' } } as const
}

/** Node says more about options that look like arguments than anybody wants to know. */
function firstSentence(error: unknown): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/)
  return first.endsWith('.') ? first : `${first}.`
}
