import type { Command } from './command.ts'

const CALL = 'npm run --silent rankstead --'
const WIDTH = 26

/** What there is. */
export function overview(commands: readonly Command[]): string {
  const lines = commands.map((command) => row(wordsOf(command), command.summary))
  return `Looks after a Rankstead site from the command line. The site is the one of the environment: DATA_DIR or DATABASE_URL.

${CALL} COMMAND [ARGUMENTS] [--json]

${lines.join('\n')}

COMMAND --help says more.
`
}

export function helpOf(command: Command): string {
  const options = { ...command.options, json: JSON_OPTION, help: HELP_OPTION }
  const rows = [
    ...Object.entries(command.arguments).map(([name, meaning]) => row(name, meaning)),
    ...Object.entries(options).map(([name, { takes, meaning }]) => row(`--${name}${takes ? ` ${takes}` : ''}`, meaning)),
  ]
  return `${command.summary}.

${CALL} ${wordsOf(command)}

${rows.join('\n')}

${command.about.join('\n')}

Exit codes: 0 it was done; 1 ${command.fault}; 2 it was called in another way than this help says.
`
}

const JSON_OPTION = { takes: undefined, meaning: 'one JSON object on the output, and nothing else there' }
const HELP_OPTION = { takes: undefined, meaning: 'this help' }

function wordsOf({ name, arguments: named }: Command): string {
  return [name, ...Object.keys(named)].join(' ')
}

function row(left: string, right: string): string {
  return `  ${left.padEnd(WIDTH)} ${right}`
}
