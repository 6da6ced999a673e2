import { open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The name of an unfinished file: its final name and the id of the process that writes it. */
const UNFINISHED_FILE_NAME = /^.+\.rankstead-(\d+)\.part$/

/**
 * Returns the path for an unfinished file, in the same folder as its final path. Removes unfinished files there whose
 * process was killed.
 */
export async function prepareUnfinishedFilePath(path: string): Promise<string> {
  const folder = dirname(path)
  for (const other of await readdir(folder)) {
    const pid = UNFINISHED_FILE_NAME.exec(other)?.[1]
    if (pid && !(await isBeingWritten(join(folder, other), Number(pid)))) await rm(join(folder, other), { force: true })
  }
  return `${path}.rankstead-${process.pid}.part`
}

/** Flushes the names in a folder to the disk, so that they survive a power cut. */
export async function flushFolderToDisk(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Returns whether a live process writes the file. Containers reuse process ids, so an older file with our id is stale. */
async function isBeingWritten(path: string, pid: number): Promise<boolean> {
  if (pid !== process.pid) return isAlive(pid)
  const { mtimeMs } = await stat(path)
  return mtimeMs >= Date.now() - process.uptime() * 1_000
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
