import { accessSync, constants, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getDatabaseAndMarkerPaths } from '#platform/db/site-marker.ts'
import type { Config } from '../../config/config.ts'
import { type DoctorCheck, type DoctorFinding, reportOk, reportProblem, reportWarning } from './doctor-check.ts'

const OTHER_USERS_MODE = 0o077
const MB = 1024 ** 2
/** Free disk space that causes a warning and a problem, in bytes. */
const LOW_DISK_BYTES = 1024 * MB
const CRITICAL_DISK_BYTES = 100 * MB

export const dataFolderChecks: readonly DoctorCheck[] = [
  {
    name: 'data folder',
    description: 'that DATA_DIR exists, belongs to the user and is writable',
    run: async ({ dataDir }) => checkDataFolder(dataDir),
  },
  {
    name: 'secrets',
    description: 'that no other user can read the data folder',
    run: async ({ dataDir }) => checkFilePermissions(dataDir),
  },
  { name: 'disk', description: 'that enough disk space is free', run: async (config) => checkDiskSpace(config) },
]

function checkDataFolder(dataDir: string): DoctorFinding {
  const stats = statSync(dataDir, { throwIfNoEntry: false })
  if (!stats) return reportWarning(`${dataDir} does not exist yet. The first start creates it.`)
  if (!stats.isDirectory()) return reportProblem(`${dataDir} is not a folder.`)
  if (process.getuid && stats.uid !== process.getuid())
    return reportProblem(`${dataDir} belongs to another user. Run this command as the site’s user.`)
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return reportProblem(`This user cannot write to ${dataDir}.`)
  }
  return reportOk(`${dataDir} is writable.`)
}

/** Checks every file too. Closed permissions of the folder protect its files, but not a copy of them. */
function checkFilePermissions(dataDir: string): DoctorFinding {
  if (!statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) return reportOk('There are no files yet.')
  const openPaths = [dataDir, ...readdirSync(dataDir, { recursive: true }).map((name) => join(dataDir, String(name)))].filter(
    isOpenToOthers,
  )
  if (openPaths.length === 0) return reportOk('No other user can read the data folder.')
  const shownPaths = openPaths.slice(0, 3).join(', ') + (openPaths.length > 3 ? ` and ${openPaths.length - 3} more` : '')
  const remedy = `Remove that permission: chmod -R go= ${dataDir}`
  if (isOpenToOthers(dataDir)) return reportProblem(`Other users of this machine can read ${shownPaths}. ${remedy}`)
  return reportWarning(`The data folder is private, but other users could read a copy of ${shownPaths}. ${remedy}`)
}

function isOpenToOthers(path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  return entry !== undefined && !entry.isSymbolicLink() && (entry.mode & OTHER_USERS_MODE) !== 0
}

function checkDiskSpace({ dataDir, databaseUrl }: Config): DoctorFinding {
  const { bavail, bsize } = statfsSync(findExistingFolder(dataDir))
  const free = bavail * bsize
  const message =
    `${Math.floor(free / MB).toLocaleString('en')} MB are free on the disk of the data folder.` +
    (databaseUrl ? ' The disk of the PostgreSQL server can’t be seen from here: watch it there.' : '')
  if (free < CRITICAL_DISK_BYTES) return reportProblem(`${message} Free some space, or the site can't save.`)
  const databaseBytes = statSync(getDatabaseAndMarkerPaths(dataDir).database, { throwIfNoEntry: false })?.size ?? 0
  if (free < LOW_DISK_BYTES || free < 2 * databaseBytes)
    return reportWarning(`${message} A backup before the next update may not fit.`)
  return reportOk(message)
}

function findExistingFolder(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? path : findExistingFolder(join(path, '..'))
}
