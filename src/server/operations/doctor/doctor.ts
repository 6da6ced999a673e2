import type { Config } from '../../config/config.ts'
import { defineCommand } from '../command/command.ts'
import { type Check, type Finding, problem } from './check.ts'
import { databaseChecks } from './database.ts'
import { machineChecks } from './machine.ts'
import { outsideChecks } from './outside.ts'

const CONFIGURATION = 'configuration'
const checks: readonly Check[] = [...machineChecks, ...databaseChecks, ...outsideChecks]

type Found = Finding & { check: string }

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Looks for what is wrong',
  arguments: {},
  about: [
    'Run it as the user who runs the site, with the same environment. It looks at:',
    `  ${CONFIGURATION}: that every variable can be used`,
    ...checks.map(({ name, looksAt }) => `  ${name}: ${looksAt}`),
    'A warning is something to look at; it is no problem yet.',
    'It changes nothing but one row of its own, which it saves to see whether saving works.',
  ],
  fault: 'there is a problem',
  async run(_given, { config: read, progress }) {
    const { config, found: first } = configuration(read)
    const found: Found[] = [first]
    for (const check of config ? checks : []) {
      progress({ doing: check.name, rows: 0 })
      if (config) found.push(...(await look(check, config)))
    }
    const problems = found.filter(({ state }) => state === 'problem').length
    const summary = problems === 0 ? 'There is no problem.' : `${problems} ${problems === 1 ? 'problem' : 'problems'}.`
    return {
      lines: [...found.map(({ state, check, said }) => `${state.padEnd(8)} ${check}: ${said}`), summary],
      result: { problems, checks: found },
      isFault: problems > 0,
    }
  },
})

function configuration(read: () => Config): { config?: Config; found: Found } {
  try {
    return { config: read(), found: { check: CONFIGURATION, state: 'ok', said: 'Every variable can be used.' } }
  } catch (error) {
    return { found: { check: CONFIGURATION, ...problem(sentenceOf(error)) } }
  }
}

async function look({ name, find }: Check, config: Config): Promise<Found[]> {
  const findings = await find(config).catch((error: unknown) => [problem(sentenceOf(error))])
  return findings.map((finding) => ({ check: name, ...finding }))
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
