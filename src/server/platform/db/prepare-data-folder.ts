import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DATABASE_FILE_NAME } from './site-marker.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OTHER_USERS_MODE = 0o077
/** The mode bit of folders that several users share, such as /tmp. */
const STICKY_BIT = 0o1000

/** The files that we write into the folder. All other files there belong to other programs. */
const OWN_FILES =
  /^(rankstead\.db(-wal|-shm|-journal)?|rankstead\.site|rankstead-salvage-[\w.-]+|process-\d+\.lock|mail|backups|set-up-link\.txt)$/

/**
 * Creates the data folder if necessary, and denies other users of the machine access to it (docs/decisions/0025). Throws an
 * error with instructions if the folder is unusable or shared.
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    assertNotShared(dataDir)
    // Close the folder first: then no other user can reach its files.
    chmodSync(dataDir, FOLDER_MODE)
    for (const name of readdirSync(dataDir).filter((name) => OWN_FILES.test(name))) restrictToOwner(join(dataDir, name))
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = getErrorCode(error)
    throw code === undefined ? error : createConfigError(describeByCode[code]?.(dataDir) ?? `${dataDir} cannot be used (${code})`)
  }
}

/** Creates one folder at a time. Node's recursive `mkdir` never ends in file systems such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path) || dirname(path) === path) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: FOLDER_MODE })
  } catch (error) {
    // Another process created it first.
    if (getErrorCode(error) !== 'EEXIST') throw error
  }
}

function assertNotShared(dataDir: string): void {
  const { uid, mode } = statSync(dataDir)
  const names = readdirSync(dataDir)
  const isOwnedByOther = process.getuid !== undefined && uid !== process.getuid()
  // Closing a home folder or a system folder would break other programs. A fresh file system contains lost+found.
  const holdsOtherFiles =
    names.some((name) => !OWN_FILES.test(name) && name !== 'lost+found') && !names.includes(DATABASE_FILE_NAME)
  if (!isOwnedByOther && !(mode & STICKY_BIT) && !(mode & OTHER_USERS_MODE && holdsOtherFiles)) return
  const reason = isOwnedByOther || mode & STICKY_BIT ? 'is also open to other users of this machine' : 'holds other files'
  throw createConfigError(`${dataDir} ${reason}; it must be a separate folder, such as ${join(dataDir, 'rankstead')}`)
}

/** Follows no links. Another process of the site may remove a file meanwhile, such as its lock or an unfinished email. */
function restrictToOwner(path: string): void {
  try {
    const entry = lstatSync(path)
    if (entry.isDirectory()) {
      chmodSync(path, FOLDER_MODE)
      for (const name of readdirSync(path)) restrictToOwner(join(path, name))
    } else if (entry.isFile() && entry.mode & OTHER_USERS_MODE) chmodSync(path, FILE_MODE)
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw error
  }
}

const describeByCode: Record<string, (dataDir: string) => string> = {
  ENOTDIR: (dataDir) => `${dataDir} is a file or inside one; choose a folder`,
  EACCES: (dataDir) => `this process cannot create or use ${dataDir}; choose a folder that its user can write to`,
  EPERM: (dataDir) => `${dataDir} or a file in it belongs to another user; change its owner to the user of this process`,
  EROFS: (dataDir) => `${dataDir} is on a read-only disk; choose another folder`,
}

function createConfigError(reason: string): Error {
  return new Error(`The configuration cannot be used. DATA_DIR: ${reason}.`)
}

function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
