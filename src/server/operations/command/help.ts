import type { Command } from './command.ts'

const INVOCATION = 'npm run --silent rankstead --'
const WIDTH = 26

export function formatCommandOverview(commands: readonly Command[]): string {
  const lines = commands.map((command) => formatRow(formatUsage(command), command.summary))
  return `Manages a Rankstead site from the command line. DATA_DIR or DATABASE_URL selects the site.

${INVOCATION} COMMAND [ARGUMENTS] [--json]

${lines.join('\n')}

COMMAND --help shows the details.
`
}

export function formatCommandHelp(command: Command): string {
  const rows = Object.entries({
    ...command.arguments,
    '--json': 'prints one JSON object and nothing else',
    '--help': 'prints this help',
  }).map(([left, meaning]) => formatRow(left, meaning))
  return `${command.summary}.

${INVOCATION} ${formatUsage(command)}

${rows.join('\n')}

${command.about.join('\n')}

Exit codes: 0 done; 1 ${command.fault}; 2 invalid arguments.
`
}

function formatUsage({ name, arguments: argumentHelp }: Command): string {
  return [name, ...Object.keys(argumentHelp)].join(' ')
}

function formatRow(left: string, right: string): string {
  return `  ${left.padEnd(WIDTH)} ${right}`
}
