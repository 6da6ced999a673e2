import { isatty } from 'node:tty'
import { CommandMistake, type Surroundings } from './command/command.ts'
import { parseCommand } from './command/parse-command.ts'
import { createProgress } from './command/progress.ts'
import { readSurroundings } from './command/surroundings.ts'
import { commands } from './commands.ts'

const FAULT = 1
const MISTAKE = 2

// Whatever this process writes is its own user's alone.
process.umask(0o077)
const called = parseCommand(commands, process.argv.slice(2))
if ('command' in called) {
  const { command, given, isJson } = called
  const progress = createProgress(isatty(2))
  const around: Surroundings = readSurroundings(process.env, progress)
  try {
    const { lines, result, isFault = false } = await command.run(given as never, around)
    progress.end()
    if (isJson) print({ command: command.name, done: !isFault, ...result })
    else console.log(lines.join('\n'))
    process.exitCode = isFault ? FAULT : 0
  } catch (error) {
    progress.end()
    const sentence = sentencesOf(error).join(' ')
    if (isJson) print({ command: command.name, done: false, error: sentence })
    else console.error(sentence)
    process.exitCode = error instanceof CommandMistake ? MISTAKE : FAULT
  }
} else if ('mistake' in called) {
  if (called.isJson) print({ done: false, error: called.mistake })
  console.error(`${called.mistake}\n\n${called.help}`)
  process.exitCode = MISTAKE
} else {
  console.log(called.help)
}

function print(result: object): void {
  console.log(JSON.stringify(result))
}

/** The reasons say what to do; a stack would not. */
function sentencesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...sentencesOf(error.cause)] : []
}
