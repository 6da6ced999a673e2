import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Runs `work` while no other process does. The lock is a folder that holds one file named after its
 * holder. Taking it renames a prepared folder over it, which only succeeds while it is absent or empty;
 * a dead holder is evicted by removing that holder's own file, so a live one can never be evicted by mistake.
 */
export function withLock(lock, work) {
  const me = `${process.pid}-${startOf(process.pid)}`
  const prepared = `${lock}-${me}`
  mkdirSync(dirname(lock), { recursive: true })
  mkdirSync(prepared)
  writeFileSync(join(prepared, me), '')
  for (let turn = 0; !isTaken(prepared, lock); turn++) {
    for (const holder of holders(lock)) if (!isAlive(holder)) rmSync(join(lock, holder), { force: true })
    if (turn === 5) console.log('Waiting for another install or build to finish…')
    pause(50)
  }
  try {
    return work()
  } finally {
    rmSync(join(lock, me), { force: true })
    attempt(() => rmdirSync(lock))
  }
}

function isTaken(prepared, lock) {
  try {
    renameSync(prepared, lock)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) return false
    throw error
  }
}

function holders(lock) {
  return attempt(() => readdirSync(lock)) ?? []
}

// A process id alone may be taken again after a crash, above all in containers: its start time tells them apart.
function isAlive(holder) {
  const [pid, start] = holder.split('-')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return startOf(pid) === start
}

function startOf(pid) {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown'
}

function attempt(step) {
  try {
    return step()
  } catch {
    return undefined
  }
}

function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
