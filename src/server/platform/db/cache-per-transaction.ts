import type { Tx } from './database-writer.ts'

/**
 * A reading that the writes of one group share (docs/decisions/0003): all of them had come before their transaction
 * began, so what the first of them reads is as new as any of them may ask for. Only for what the write that reads it
 * does not change itself: that could be undone, and the others would go on seeing it.
 */
export function cachePerTransaction<K, T>(
  read: (tx: Tx, key: K) => Promise<T>,
  getCacheKey: (key: K) => string,
): (tx: Tx, key: K) => Promise<T> {
  const readingsByTransaction = new WeakMap<Tx, Map<string, Promise<T>>>()

  function startReading(readings: Map<string, Promise<T>>, cacheKey: string, tx: Tx, key: K): Promise<T> {
    const reading = read(tx, key)
    readings.set(cacheKey, reading)
    // The savepoint undoes what failed, so the next one may ask again.
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
