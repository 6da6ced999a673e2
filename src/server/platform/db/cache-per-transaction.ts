import type { Tx } from './database-writer.ts'

/**
 * Shares one read among the writes of a group (docs/decisions/0003). All of them arrived before their transaction began,
 * so the result is fresh for each. Don't use it for data that the reading write changes: an undone write would leave its
 * data in the cache.
 */
export function cachePerTransaction<K, T>(
  read: (tx: Tx, key: K) => Promise<T>,
  getCacheKey: (key: K) => string,
): (tx: Tx, key: K) => Promise<T> {
  const readingsByTransaction = new WeakMap<Tx, Map<string, Promise<T>>>()

  function startReading(readings: Map<string, Promise<T>>, cacheKey: string, tx: Tx, key: K): Promise<T> {
    const reading = read(tx, key)
    readings.set(cacheKey, reading)
    // The savepoint undid the failed write, so the next write may read again.
    reading.catch(() => readings.delete(cacheKey))
    return reading
  }

  return (tx, key) => {
    const readings = readingsByTransaction.get(tx) ?? new Map<string, Promise<T>>()
    readingsByTransaction.set(tx, readings)
    const cacheKey = getCacheKey(key)
    return readings.get(cacheKey) ?? startReading(readings, cacheKey, tx, key)
  }
}
