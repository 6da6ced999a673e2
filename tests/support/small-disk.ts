import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CHUNK_SIZE = 4096

/** Mounts an in-memory disk over a folder, which needs root. Returns whether it could. Only the folder's user may read it. */
export function mountMemoryDisk(folder: string, megabytes: number): boolean {
  const options = `size=${megabytes}m,mode=0700`
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder], { stdio: 'ignore' }).status === 0
}

/** Mounts an ext4 disk of `megabytes`, stored in a file, over a folder. Returns whether it could. */
export function mountExt4Disk(folder: string, image: string, megabytes: number): boolean {
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1024 ** 2)
  const make = spawnSync('mke2fs', ['-t', 'ext4', '-q', '-F', '-m', '0', image], { stdio: 'ignore' })
  if (make.status !== 0) return false
  return spawnSync('mount', ['-o', 'loop', image, folder], { stdio: 'ignore' }).status === 0
}

export function unmount(folder: string): void {
  spawnSync('umount', [folder], { stdio: 'ignore' })
}

/** Fills the disk to the last byte. Returns a function that frees the space. */
export function fillDisk(folder: string): () => void {
  const filler = join(folder, 'filler')
  const chunk = Buffer.alloc(CHUNK_SIZE)
  try {
    for (;;) appendFileSync(filler, chunk, { mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  return () => rmSync(filler)
}
