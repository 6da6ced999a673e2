import type { Config } from '../../config/config.ts'
import { defineCommand } from '../command/command.ts'
import { type DoctorCheck, type DoctorFinding, problemFinding } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { networkChecks } from './network-checks.ts'

const CONFIGURATION = 'configuration'
const checks: readonly DoctorCheck[] = [...machineChecks, ...databaseChecks, ...networkChecks]

type NamedFinding = DoctorFinding & { check: string }

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Looks for what is wrong',
  arguments: {},
  about: [
    'Run it as the user who runs the site, with the same environment. It looks at:',
    `  ${CONFIGURATION}: that every variable can be used`,
    ...checks.map(({ name, description }) => `  ${name}: ${description}`),
    'A warning is not a problem yet, but look at it.',
    'It changes only one row of its own, to test whether saving works.',
  ],
  fault: 'there is a problem',
  async run(_given, { config: readConfig, progress }) {
    const { config, finding: configurationFinding } = checkConfiguration(readConfig)
    const findings: NamedFinding[] = [configurationFinding]
    for (const check of config ? checks : []) {
      progress({ doing: check.name, rows: 0 })
      if (config) findings.push(...(await runCheck(check, config)))
    }
    const problems = findings.filter(({ state }) => state === 'problem').length
    const summary = problems === 0 ? 'There is no problem.' : `${problems} ${problems === 1 ? 'problem' : 'problems'}.`
    return {
      lines: [...findings.map(({ state, check, message }) => `${state.padEnd(8)} ${check}: ${message}`), summary],
      result: { problems, checks: findings },
      isFault: problems > 0,
    }
  },
})

function checkConfiguration(readConfig: () => Config): { config?: Config; finding: NamedFinding } {
  try {
    return { config: readConfig(), finding: { check: CONFIGURATION, state: 'ok', message: 'Every variable can be used.' } }
  } catch (error) {
    return { finding: { check: CONFIGURATION, ...problemFinding(toMessage(error)) } }
  }
}

async function runCheck({ name, run }: DoctorCheck, config: Config): Promise<NamedFinding[]> {
  const findings = await run(config).catch((error: unknown) => [problemFinding(toMessage(error))])
  return findings.map((finding) => ({ check: name, ...finding }))
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
