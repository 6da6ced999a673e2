/** How many rows one query reads, so that memory never holds a whole list. */
const BATCH_SIZE = 500

/** Reads a list in batches. `readAfter` returns the next `limit` rows after `last`, or the first ones without it. */
export async function* readInBatches<Row>(
  readAfter: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const batch = await readAfter(last, BATCH_SIZE)
    if (batch.length > 0) yield batch
    last = batch.length < BATCH_SIZE ? undefined : batch.at(-1)
  } while (last)
}
