import { spawnSync } from 'node:child_process'

/** Returns whether a program exists. Installs its Debian package if we are root; otherwise says what is missing. */
export function ensureAptTool(program: string, debianPackage: string): boolean {
  if (isInstalled(program)) return true
  const isRoot = process.getuid?.() === 0
  if (isRoot && !runApt('install', '--yes', '--no-install-recommends', debianPackage)) {
    runApt('update')
    runApt('install', '--yes', '--no-install-recommends', debianPackage)
  }
  if (isInstalled(program)) return true
  console.warn(`${program} is missing, so its tests are skipped. Install Debian's package ${debianPackage}.`)
  return false
}

function isInstalled(program: string): boolean {
  return spawnSync('which', [program]).status === 0
}

function runApt(...command: string[]): boolean {
  return spawnSync('apt-get', command, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
}
