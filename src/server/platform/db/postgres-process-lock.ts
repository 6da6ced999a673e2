import { randomInt } from 'node:crypto'
import { type createPostgresPoolFactory, POSTGRES_QUERY_TIMEOUT } from './postgres-driver.ts'
import { MAX_PROCESS_NUMBER, type ProcessLock } from './process-lock.ts'

/** Tells these advisory locks from those of others on the same database: the letters RANK. */
const LOCK_NAMESPACE = 0x52_41_4e_4b

/** For how long a lock must be seen to be missing, in ms: a process whose connection was cut takes it again within a second. */
const MISSING_TIME = 2_000

/**
 * Takes the lock for the life of the session. The server finds out within half a minute that a machine is gone; where a
 * process was killed, its system says so at once.
 */
const TAKE_LOCK_SQL = `select pg_try_advisory_lock(${LOCK_NAMESPACE}, $1::int), set_config('idle_session_timeout', '0', false),
  set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false)`

/** Read, not tried: behind a pooler two processes may share a session, which is granted its own lock twice. */
const READ_LOCKS_SQL = `select objid::int8 as number from pg_locks where locktype = 'advisory' and classid = ${LOCK_NAMESPACE} and objsubid = 2
  and granted and database = (select oid from pg_database where datname = current_database())`

/**
 * An advisory lock of a session that does nothing else. Where an engine has no such locks, ours is not seen either, and
 * nobody is taken for ended.
 */
export function createSessionProcessLock(createPool: ReturnType<typeof createPostgresPoolFactory>): ProcessLock {
  const ownNumber = randomInt(1, MAX_PROCESS_NUMBER)
  // The lock ends with its connection, so that is kept for as long as it works.
  const pool = createPool({
    max: 1,
    isAlone: true,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: 0,
    query_timeout: POSTGRES_QUERY_TIMEOUT,
  })
  /** Since when each lock is missing, by the clock of `performance.now`. */
  const missingSince = new Map<string, number>()
  let firstAttempt: Promise<unknown> | undefined
  let isHeld = false

  const readHeldLocks = async () => new Set((await pool.query<{ number: number }>(READ_LOCKS_SQL)).map(({ number }) => number))

  async function refreshLocks(): Promise<ReadonlySet<number>> {
    try {
      let held = await readHeldLocks()
      if (!held.has(ownNumber)) {
        // Meanwhile others may have taken theirs, or not yet: what was missing before says nothing now.
        missingSince.clear()
        await pool.query(TAKE_LOCK_SQL, [ownNumber])
        held = await readHeldLocks()
      }
      isHeld = held.has(ownNumber)
      return held
    } catch (error) {
      isHeld = false
      missingSince.clear()
      throw error
    }
  }

  return {
    async name() {
      firstAttempt ??= refreshLocks().catch(() => {})
      await firstAttempt
      return isHeld ? String(ownNumber) : undefined
    },
    async findEnded(names) {
      const held = await refreshLocks()
      if (!isHeld) return []
      const now = performance.now()
      for (const name of missingSince.keys()) if (held.has(Number(name)) || !names.includes(name)) missingSince.delete(name)
      for (const name of names) if (!held.has(Number(name)) && !missingSince.has(name)) missingSince.set(name, now)
      return names.filter((name) => now - (missingSince.get(name) ?? now) >= MISSING_TIME)
    },
    release: () => pool.close(),
  }
}
