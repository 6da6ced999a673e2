import { randomInt } from 'node:crypto'
import { type LivenessLock, MAX_PROCESS_LOCK_NUMBER } from './liveness-lock.ts'
import { type createPostgresPoolFactory, POSTGRES_QUERY_TIMEOUT_MS } from './postgres-pools.ts'

/** Separates our advisory locks from those of other programs on the same database. Spells RANK. */
const LOCK_NAMESPACE = 0x52_41_4e_4b

/** How long a lock must be missing, in ms. A process that lost its connection takes its lock again within a second. */
const MISSING_TIME = 2_000

/**
 * Takes the lock for the life of the session. The server notices within half a minute that a machine is gone, and
 * immediately that a process was killed.
 */
const TAKE_LOCK_SQL = `select pg_try_advisory_lock(${LOCK_NAMESPACE}, $1::int), set_config('idle_session_timeout', '0', false),
  set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false)`

/** Reads the locks. Behind a pooler, two processes may share a session, which can take its own lock twice. */
const READ_LOCKS_SQL = `select objid::int8 as number from pg_locks where locktype = 'advisory' and classid = ${LOCK_NAMESPACE} and objsubid = 2
  and granted and database = (select oid from pg_database where datname = current_database())`

/**
 * Proves life by an advisory lock on an otherwise idle session. If the server has no such locks, our own lock is missing
 * too, and no process counts as ended.
 */
export function createPostgresLivenessLock(createPool: ReturnType<typeof createPostgresPoolFactory>): LivenessLock {
  const ownNumber = randomInt(1, MAX_PROCESS_LOCK_NUMBER)
  // The lock ends with its connection, so the connection stays open.
  const pool = createPool({
    max: 1,
    isAlone: true,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: 0,
    query_timeout: POSTGRES_QUERY_TIMEOUT_MS,
  })
  /** Since when each lock is missing, in ms of `performance.now()`. */
  const missingSince = new Map<string, number>()
  let firstAttempt: Promise<unknown> | undefined
  let isHeld = false

  const readHeldLocks = async () => new Set((await pool.query<{ number: number }>(READ_LOCKS_SQL)).map(({ number }) => number))

  async function refreshLocks(): Promise<ReadonlySet<number>> {
    try {
      let held = await readHeldLocks()
      if (!held.has(ownNumber)) {
        // The other locks may have changed meanwhile, so the earlier times don't count.
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
