import { resolve } from 'node:path'
import { isatty } from 'node:tty'
import { readConfig } from '../config/config.ts'
import { type CommandContext, CommandUsageError } from './command/command.ts'
import { parseCommand } from './command/parse-command.ts'
import { createProgressLine } from './command/progress-line.ts'
import { commands } from './commands.ts'

const EXIT_FAULT = 1
const EXIT_USAGE_ERROR = 2

// Only this user may read the files that this process writes.
process.umask(0o077)
const parsed = parseCommand(commands, process.argv.slice(2))
if ('command' in parsed) {
  const { command, argumentValues, isJson } = parsed
  const progress = createProgressLine(isatty(2))
  const context: CommandContext = {
    config: () => readConfig(process.env),
    // npm runs scripts in the project's folder. INIT_CWD is the folder where the user is.
    path: (input) => resolve(process.env.INIT_CWD ?? '.', input),
    print: progress.print,
    progress: progress.show,
  }
  try {
    const { lines, result, isFault = false } = await command.run(argumentValues, context)
    progress.end()
    if (isJson) print({ command: command.name, done: !isFault, ...result })
    else console.log(lines.join('\n'))
    process.exitCode = isFault ? EXIT_FAULT : 0
  } catch (error) {
    progress.end()
    const message = collectMessages(error).join(' ')
    if (isJson) print({ command: command.name, done: false, error: message })
    else console.error(message)
    process.exitCode = error instanceof CommandUsageError ? EXIT_USAGE_ERROR : EXIT_FAULT
  }
} else if ('mistake' in parsed) {
  if (parsed.isJson) print({ done: false, error: parsed.mistake })
  console.error(`${parsed.mistake}\n\n${parsed.help}`)
  process.exitCode = EXIT_USAGE_ERROR
} else {
  console.log(parsed.help)
}

function print(result: object): void {
  console.log(JSON.stringify(result))
}

/** Collects the messages without the stack, because they say what to do. */
function collectMessages(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...collectMessages(error.cause)] : []
}
