import { open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What such a file is called: whose file it becomes, and which process writes it. */
const TEMPORARY_FILE = /^.+\.rankstead-(\d+)\.part$/

/**
 * Returns the path where a file is written before it gets its name, in the same folder. Removes all such files there whose
 * process was killed.
 */
export async function nameTemporaryFile(path: string): Promise<string> {
  const folder = dirname(path)
  for (const other of await readdir(folder)) {
    const pid = TEMPORARY_FILE.exec(other)?.[1]
    if (pid && !(await isBeingWritten(join(folder, other), Number(pid)))) await rm(join(folder, other), { force: true })
  }
  return `${path}.rankstead-${process.pid}.part`
}

/** Makes the names in a folder outlive a power cut. */
export async function flushFolderToDisk(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** A container gives each run the same process id. So a file with our id that is older than us is from an earlier run. */
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
