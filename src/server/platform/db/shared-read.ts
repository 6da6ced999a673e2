import type { Tx } from './write.ts'

/**
 * A reading that the writes of one group share (docs/decisions/0051): all of them had come before their transaction
 * began, so what the first of them reads is as new as any of them may ask for. Only for what the write that reads it
 * does not change itself: that could be undone, and the others would go on seeing it.
 */
export function sharedRead<K, T>(
  read: (tx: Tx, key: K) => Promise<T>,
  nameOf: (key: K) => string,
): (tx: Tx, key: K) => Promise<T> {
  const ofTransaction = new WeakMap<Tx, Map<string, Promise<T>>>()

  function begin(readings: Map<string, Promise<T>>, name: string, tx: Tx, key: K): Promise<T> {
    const reading = read(tx, key)
    readings.set(name, reading)
    // The savepoint undoes what failed, so the next one may ask again.
    reading.catch(() => readings.delete(name))
    return reading
  }

  return (tx, key) => {
    const readings = ofTransaction.get(tx) ?? new Map<string, Promise<T>>()
    ofTransaction.set(tx, readings)
    const name = nameOf(key)
    return readings.get(name) ?? begin(readings, name, tx, key)
  }
}
