import { open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Where a file is written before it gets its name, in the same folder. Removes what processes that were killed left there
 * for the same file.
 */
export async function nameAside(path: string): Promise<string> {
  const [folder, name] = [dirname(path), basename(path)]
  for (const other of await readdir(folder)) {
    const pid = other.startsWith(`${name}.`) && /^(\d+)\.part$/.exec(other.slice(name.length + 1))?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(folder, other), { force: true })
  }
  return `${path}.${process.pid}.part`
}

/** Makes the names in a folder outlive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
