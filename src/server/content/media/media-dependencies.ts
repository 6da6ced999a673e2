import type { ContentVersionReader } from '../../platform/db/content-version-reader.ts'
import type { WriteFunction } from '../../platform/db/database-writer.ts'
import type { DatabaseReader } from '../../platform/db/tables.ts'
import type { EncodeImage } from './encoding/run-encoder.ts'

/** What the parts of the media library share. */
export type MediaDependencies = {
  read: DatabaseReader
  write: WriteFunction
  contentVersion: ContentVersionReader
  encode: EncodeImage
  /** Starts the work on queued variants. */
  wakeVariants: () => void
}
