import type { DatabaseReader } from '#platform/db/tables.ts'
import { loadFileChunkSlice } from './store.ts'

/** How many bytes one query reads. A download holds about three slices while its client doesn't read. */
const SLICE_BYTES = 32 * 1024
/** 8 MB. */
const MAX_RECENT_SLICES = 256

/** Creates a reader of files in slices. Downloads of the same part of a file share the most recent slices. */
export function createFileSliceReader(db: DatabaseReader) {
  /** The least recently used slice comes first. */
  const recentSlices = new Map<string, Uint8Array>()

  async function loadSlice(fileId: string, position: number, offset: number): Promise<Uint8Array> {
    const key = `${fileId} ${position} ${offset}`
    const recent = recentSlices.get(key)
    const slice = recent ?? (await loadFileChunkSlice(db, { fileId, position, offset, length: SLICE_BYTES }))
    if (!slice) throw new Error('The file was deleted during its download.')
    recentSlices.delete(key)
    recentSlices.set(key, slice)
    const [oldest = key] = recentSlices.keys()
    if (recentSlices.size > MAX_RECENT_SLICES) recentSlices.delete(oldest)
    return slice
  }

  return async function* readSlices(fileId: string, size: number): AsyncGenerator<Uint8Array> {
    let [sent, position, offset] = [0, 0, 0]
    while (sent < size) {
      const slice = await loadSlice(fileId, position, offset)
      sent += slice.length
      offset += slice.length
      if (slice.length > 0) yield slice
      if (slice.length < SLICE_BYTES) [position, offset] = [position + 1, 0]
    }
  }
}
