import { randomInt } from 'node:crypto'
import { type poolsTo, QUERY_TIMEOUT } from './postgres-driver.ts'
import { MOST_PROCESS_NUMBER, type ProcessLock } from './process-lock.ts'

/** Tells these advisory locks from those of others on the same database: the letters RANK. */
const LOCKS = 0x52_41_4e_4b

/** For how long a lock must be seen to be missing, in ms: a process whose connection was cut takes it again within a second. */
const GONE_FOR = 2_000

/**
 * Takes the lock for the life of the session. The server finds out within half a minute that a machine is gone; where a
 * process was killed, its system says so at once.
 */
const TAKE = `select pg_try_advisory_lock(${LOCKS}, $1::int), set_config('idle_session_timeout', '0', false),
  set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false)`

/** Read, not tried: behind a pooler two processes may share a session, which is granted its own lock twice. */
const HELD = `select objid::int8 as number from pg_locks where locktype = 'advisory' and classid = ${LOCKS} and objsubid = 2
  and granted and database = (select oid from pg_database where datname = current_database())`

/**
 * An advisory lock of a session that does nothing else. Where an engine has no such locks, ours is not seen either, and
 * nobody is taken for ended.
 */
export function sessionLock(createPool: ReturnType<typeof poolsTo>): ProcessLock {
  const ours = randomInt(1, MOST_PROCESS_NUMBER)
  // The lock ends with its connection, so that is kept for as long as it works.
  const pool = createPool({ max: 1, isAlone: true, idleTimeoutMillis: 0, maxLifetimeSeconds: 0, query_timeout: QUERY_TIMEOUT })
  /** Since when each lock is missing, by the clock of `performance.now`. */
  const missing = new Map<string, number>()
  let first: Promise<unknown> | undefined
  let isHeld = false

  const readHeld = async () => new Set((await pool.query<{ number: number }>(HELD)).map(({ number }) => number))

  async function look(): Promise<ReadonlySet<number>> {
    try {
      let held = await readHeld()
      if (!held.has(ours)) {
        // Meanwhile others may have taken theirs, or not yet: what was missing before says nothing now.
        missing.clear()
        await pool.query(TAKE, [ours])
        held = await readHeld()
      }
      isHeld = held.has(ours)
      return held
    } catch (error) {
      isHeld = false
      missing.clear()
      throw error
    }
  }

  return {
    async name() {
      first ??= look().catch(() => {})
      await first
      return isHeld ? String(ours) : undefined
    },
    async endedOf(names) {
      const held = await look()
      if (!isHeld) return []
      const now = performance.now()
      for (const name of missing.keys()) if (held.has(Number(name)) || !names.includes(name)) missing.delete(name)
      for (const name of names) if (!held.has(Number(name)) && !missing.has(name)) missing.set(name, now)
      return names.filter((name) => now - (missing.get(name) ?? now) >= GONE_FOR)
    },
    release: () => pool.close(),
  }
}
