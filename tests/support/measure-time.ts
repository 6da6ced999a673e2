/** How long something took, in ms, beside what it answered. */
export async function measureTime<T>(work: Promise<T>): Promise<[T, number]> {
  const started = performance.now()
  return [await work, performance.now() - started]
}
