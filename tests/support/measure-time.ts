/** Returns the result and the duration in ms. */
export async function measureTime<T>(work: Promise<T>): Promise<[T, number]> {
  const started = performance.now()
  return [await work, performance.now() - started]
}
