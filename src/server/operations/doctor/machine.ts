import { accessSync, constants, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { siteFilesIn } from '../../platform/db/sqlite-files.ts'
import { type Check, type Finding, ok, problem, warning } from './check.ts'

const OTHERS = 0o077
const MB = 1024 ** 2
/** How much free disk is little, and too little, in bytes. */
const LITTLE = 1024 * MB
const TOO_LITTLE = 100 * MB

/** What a site needs of the machine. */
export const machineChecks: readonly Check[] = [
  {
    name: 'data folder',
    looksAt: 'that DATA_DIR is there, the user’s own, and can be written',
    find: async ({ dataDir }) => folder(dataDir),
  },
  { name: 'secrets', looksAt: 'that nobody else may read what is in it', find: async ({ dataDir }) => secrets(dataDir) },
  { name: 'disk', looksAt: 'that there is room', find: async ({ dataDir }) => disk(dataDir) },
]

function folder(dataDir: string): Finding[] {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  if (!found) return [warning(`${dataDir} is not there yet; the first start makes it.`)]
  if (!found.isDirectory()) return [problem(`${dataDir} is no folder.`)]
  if (process.getuid && found.uid !== process.getuid()) {
    return [problem(`${dataDir} belongs to another user than the one who runs this command. Run it as the site’s user.`)]
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [problem(`${dataDir} cannot be written by this user.`)]
  }
  return [ok(`${dataDir} can be written.`)]
}

/** What lies in a folder that is shut nobody else gets at; a copy of it might not be shut. */
function secrets(dataDir: string): Finding[] {
  if (!statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) return [ok('There is nothing to be read yet.')]
  const lax = [dataDir, ...readdirSync(dataDir, { recursive: true }).map((name) => join(dataDir, String(name)))].filter(isLax)
  if (lax.length === 0) return [ok('Nobody else may read what is in the data folder.')]
  const named = lax.slice(0, 3).join(', ') + (lax.length > 3 ? ` and ${lax.length - 3} more` : '')
  const remedy = `Take that right away: chmod -R go= ${dataDir}`
  if (isLax(dataDir)) return [problem(`Other users of this machine may read ${named}. ${remedy}`)]
  return [warning(`The folder is shut, but a copy of these would be open to others: ${named}. ${remedy}`)]
}

function isLax(path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  return entry !== undefined && !entry.isSymbolicLink() && (entry.mode & OTHERS) !== 0
}

function disk(dataDir: Config['dataDir']): Finding[] {
  const { bavail, bsize } = statfsSync(existingAbove(dataDir))
  const free = bavail * bsize
  const said = `${Math.floor(free / MB).toLocaleString('en')} MB are free where the data folder is.`
  if (free < TOO_LITTLE) return [problem(`${said} Make room: without any, nothing is saved.`)]
  const held = statSync(siteFilesIn(dataDir).database, { throwIfNoEntry: false })?.size ?? 0
  if (free < LITTLE || free < 2 * held) return [warning(`${said} A backup before the next update may not fit.`)]
  return [ok(said)]
}

function existingAbove(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? path : existingAbove(join(path, '..'))
}
