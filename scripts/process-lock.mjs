import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Runs `work` while no other process holds the lock. The lock is a folder with one file, named after its holder. Taking
 * it renames a prepared folder over it, which succeeds only while the lock is absent or empty. Removing the file of a
 * dead holder frees the lock, and never affects a live holder.
 */
export function withLock(lock, work) {
  const ownName = `${process.pid}-${readStartTime(process.pid)}`
  const prepared = `${lock}-${ownName}`
  mkdirSync(dirname(lock), { recursive: true })
  mkdirSync(prepared)
  writeFileSync(join(prepared, ownName), '')
  for (let round = 0; !tryTake(prepared, lock); round++) {
    for (const holder of listHolders(lock)) if (!isAlive(holder)) rmSync(join(lock, holder), { force: true })
    if (round === 5) console.log('Waiting for another install or build to finish…')
    pause(50)
  }
  try {
    return work()
  } finally {
    rmSync(join(lock, ownName), { force: true })
    tryOrUndefined(() => rmdirSync(lock))
  }
}

function tryTake(prepared, lock) {
  try {
    renameSync(prepared, lock)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) return false
    throw error
  }
}

function listHolders(lock) {
  return tryOrUndefined(() => readdirSync(lock)) ?? []
}

// The system may reuse a process id after a crash, above all in containers. The start time tells the processes apart.
function isAlive(holder) {
  const [pid, start] = holder.split('-')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return readStartTime(pid) === start
}

function readStartTime(pid) {
  const stat = tryOrUndefined(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown'
}

function tryOrUndefined(step) {
  try {
    return step()
  } catch {
    return undefined
  }
}

function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
