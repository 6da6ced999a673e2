/**
 * Reads a list in batches of `batchSize` rows, so that memory never holds all of it. `readAfter` returns the next `limit`
 * rows after `last`, or the first ones without it.
 */
export async function* readInBatches<Row>(
  readAfter: (last: Row | undefined, limit: number) => Promise<Row[]>,
  batchSize = 500,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const batch = await readAfter(last, batchSize)
    if (batch.length > 0) yield batch
    last = batch.length < batchSize ? undefined : batch.at(-1)
  } while (last)
}
