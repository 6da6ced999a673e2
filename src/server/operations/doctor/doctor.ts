import type { Config } from '../../config/config.ts'
import { defineCommand } from '../command/command.ts'
import { dataFolderChecks } from './data-folder-checks.ts'
import { type DoctorCheck, type DoctorFinding, reportProblem } from './doctor-check.ts'
import { networkChecks } from './network-checks.ts'
import { runningSiteChecks } from './running-site-checks.ts'

const CONFIGURATION = 'configuration'
const checks: readonly DoctorCheck[] = [...dataFolderChecks, ...runningSiteChecks, ...networkChecks]

type NamedFinding = DoctorFinding & { check: string }

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Finds problems with a site',
  arguments: {},
  about: [
    'Run it as the site’s user, with the same environment. It checks:',
    `  ${CONFIGURATION}: that every variable is valid`,
    ...checks.map(({ name, description }) => `  ${name}: ${description}`),
    'A warning is not a problem yet, but deserves a look.',
    'It changes only one row of its own, to test saving.',
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
    const summary = problems === 0 ? 'No problems found.' : `${problems} ${problems === 1 ? 'problem' : 'problems'}.`
    return {
      lines: [...findings.map(({ state, check, message }) => `${state.padEnd(8)} ${check}: ${message}`), summary],
      result: { problems, checks: findings },
      isFault: problems > 0,
    }
  },
})

function checkConfiguration(readConfig: () => Config): { config?: Config; finding: NamedFinding } {
  try {
    return { config: readConfig(), finding: { check: CONFIGURATION, state: 'ok', message: 'Every variable is valid.' } }
  } catch (error) {
    return { finding: { check: CONFIGURATION, ...reportProblem(toMessage(error)) } }
  }
}

async function runCheck({ name, run }: DoctorCheck, config: Config): Promise<NamedFinding[]> {
  const findings = await run(config).catch((error: unknown) => reportProblem(toMessage(error)))
  return [findings].flat().map((finding) => ({ check: name, ...finding }))
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
