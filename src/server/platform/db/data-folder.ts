import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DATABASE_FILE } from './sqlite-files.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OTHERS = 0o077
/** Of a folder that several users write into, such as /tmp. */
const STICKY = 0o1000

/** What we write into the folder. Whatever else lies there is somebody else's and stays as it is. */
const OURS =
  /^(rankstead\.db(-wal|-shm|-journal)?|rankstead\.site|rankstead-salvage-[\w.-]+|process-\d+\.lock|mail|backups|set-up-link\.txt)$/

/**
 * Makes the data folder where it is missing, and shuts it and all that we ever wrote into it to the other users of
 * this machine (docs/decisions/0025). Throws a sentence where it cannot be used or is not the site's alone.
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    refuseShared(dataDir)
    // First the folder: from then on nobody gets at what is in it.
    chmodSync(dataDir, FOLDER_MODE)
    for (const name of readdirSync(dataDir).filter((one) => OURS.test(one))) shut(join(dataDir, name))
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = codeOf(error)
    throw code === undefined ? error : unusable(reasons[code]?.(dataDir) ?? `${dataDir} cannot be used (${code})`)
  }
}

/** One folder at a time: Node's recursive `mkdir` never ends where a file system takes no new folders, as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path) || dirname(path) === path) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: FOLDER_MODE })
  } catch (error) {
    // Another process that starts now was quicker.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function refuseShared(dataDir: string): void {
  const { uid, mode } = statSync(dataDir)
  const names = readdirSync(dataDir)
  const isOthers = process.getuid !== undefined && uid !== process.getuid()
  // A home or a folder of the system: shutting it would do harm. A file system of its own begins with lost+found.
  const holdsOthers = names.some((name) => !OURS.test(name) && name !== 'lost+found') && !names.includes(DATABASE_FILE)
  if (!isOthers && !(mode & STICKY) && !(mode & OTHERS && holdsOthers)) return
  const reason = isOthers || mode & STICKY ? 'belongs to other users of this machine too' : 'holds other things'
  throw unusable(`${dataDir} ${reason}; it must be a folder of its own, such as ${join(dataDir, 'rankstead')}`)
}

/** Follows no link. Another process of the site may remove a file meanwhile, such as its lock or a mail's draft. */
function shut(path: string): void {
  try {
    const entry = lstatSync(path)
    if (entry.isDirectory()) {
      chmodSync(path, FOLDER_MODE)
      for (const name of readdirSync(path)) shut(join(path, name))
    } else if (entry.isFile() && entry.mode & OTHERS) chmodSync(path, FILE_MODE)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

const reasons: Record<string, (dataDir: string) => string> = {
  ENOTDIR: (dataDir) => `${dataDir} is a file or lies in one; name a folder`,
  EACCES: (dataDir) => `this process may not make or use ${dataDir}; name a folder that its user may write into`,
  EPERM: (dataDir) => `${dataDir} or what is in it belongs to another user; hand it to the one who runs this process`,
  EROFS: (dataDir) => `${dataDir} cannot be written, the disk is read-only; name a folder elsewhere`,
}

function unusable(reason: string): Error {
  return new Error(`The configuration cannot be used. DATA_DIR: ${reason}.`)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
