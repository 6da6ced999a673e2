import type { Command } from './command.ts'

const INVOCATION = 'npm run --silent rankstead --'
const WIDTH = 26

/** What there is. */
export function formatOverview(commands: readonly Command[]): string {
  const lines = commands.map((command) => formatRow(formatUsage(command), command.summary))
  return `Looks after a Rankstead site from the command line. The site is the one of the environment: DATA_DIR or DATABASE_URL.

${INVOCATION} COMMAND [ARGUMENTS] [--json]

${lines.join('\n')}

COMMAND --help says more.
`
}

export function formatCommandHelp(command: Command): string {
  const options = { ...command.options, json: JSON_OPTION, help: HELP_OPTION }
  const rows = [
    ...Object.entries(command.arguments).map(([name, meaning]) => formatRow(name, meaning)),
    ...Object.entries(options).map(([name, { takes, meaning }]) => formatRow(`--${name}${takes ? ` ${takes}` : ''}`, meaning)),
  ]
  return `${command.summary}.

${INVOCATION} ${formatUsage(command)}

${rows.join('\n')}

${command.about.join('\n')}

Exit codes: 0 it was done; 1 ${command.fault}; 2 it was called in another way than this help says.
`
}

const JSON_OPTION = { takes: undefined, meaning: 'one JSON object on the output, and nothing else there' }
const HELP_OPTION = { takes: undefined, meaning: 'this help' }

function formatUsage({ name, arguments: argumentHelp }: Command): string {
  return [name, ...Object.keys(argumentHelp)].join(' ')
}

function formatRow(left: string, right: string): string {
  return `  ${left.padEnd(WIDTH)} ${right}`
}
