import { hash, randomUUIDv7 } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import { MAX_FILE_BYTES_PER_ORDER, MAX_FILES_PER_ORDER, type OrderFileType, orderFileTypes } from '#contract/work/order-files.ts'
import type { Tx, WriteFunction } from '#platform/db/database-writer.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { UploadedFileOnDisk } from '#platform/http/read-upload.ts'
import type { SignedInUser } from '#platform/http/request-session-types.ts'
import { detectFileType } from './detect-file-type.ts'
import { cleanFileName, fitFileExtension } from './file-name.ts'
import {
  deleteUnfinishedUpload,
  findFile,
  findFileByContent,
  insertFileChunk,
  insertUnfinishedUpload,
  loadOrderFileTotal,
  lockOrderFileTotal,
  markOrderFileFinished,
  type StoredOrderFile,
  saveOrderFileTotal,
  type UnfinishedUpload,
} from './store.ts'
import type { OrderFileTotalTable } from './tables.ts'
import type { ReadBytesFunction } from './zip-directory.ts'

/** Renders a small image, if it can. The accounts take turns. Throws a 400 for a file that isn't a whole image. */
export type RenderFilePreviewFunction = (openFile: () => Readable, account: string) => Promise<Uint8Array | undefined>

type UploadDependencies = {
  read: DatabaseReader
  write: WriteFunction
  renderPreview: RenderFilePreviewFunction
  /** Throws if the sender may no longer upload. */
  assertCurrent: SignedInUser['assertCurrent']
}

/** A file comes from one side of an order. */
export type OrderFileSender = Pick<StoredOrderFile, 'order_id' | 'side' | 'author'>

/** How many bytes one transaction stores, so that none keeps others waiting. */
const CHUNK_BYTES = 512 * 1024

/** Stores an upload, or returns the stored file with the same content and name. Stores nothing of a refused upload. */
export async function storeOrderFile(
  dependencies: UploadDependencies,
  file: UploadedFileOnDisk,
  origin: OrderFileSender,
  idempotencyKey: IdempotencyKey | undefined,
): Promise<StoredOrderFile> {
  const { read, write, renderPreview, assertCurrent } = dependencies
  await assertCurrent(read)
  const { handle, size } = file
  const readBytes = (position: number, length: number) => readFromHandle(handle, position, length)
  const cleanName = cleanFileName(file.name)
  const fileType: OrderFileType = orderFileTypes[await detectFileType(readBytes, { size, name: cleanName })]
  const name = fitFileExtension(cleanName, fileType.extensions)
  const contentAndNameHash = hash('sha256', `${file.sha256} ${name}`)
  const existingFile = await findFileByContent(read, { ...origin, sha256: contentAndNameHash })
  if (existingFile && !idempotencyKey?.isSent) return existingFile
  assertSpace(await loadOrderFileTotal(read, origin.order_id), size)
  const openFile = () => handle.createReadStream({ start: 0, autoClose: false })
  const preview = fileType.isImage && !existingFile ? await renderPreview(openFile, origin.author) : undefined
  const newFile = { id: randomUUIDv7(), ...origin, sha256: contentAndNameHash, name, type: fileType.type, size }
  try {
    if (!existingFile) await stageFile(dependencies, newFile, readBytes)
    const work = async (tx: Tx) => {
      await assertCurrent(tx)
      return addFile(tx, newFile, preview)
    }
    return await write(work, idempotencyKey, loadStoredFile)
  } finally {
    // Deletes the rest of a failure, or of a file that was stored twice at the same time. The retention rule is the second chance.
    if (!existingFile) await write((tx) => deleteUnfinishedUpload(tx, newFile.id)).catch(() => undefined)
  }
}

/** Stores the bytes chunk by chunk. No reader sees them before `addFile`. */
async function stageFile({ write }: UploadDependencies, file: UnfinishedUpload, readBytes: ReadBytesFunction): Promise<void> {
  await write((tx) => insertUnfinishedUpload(tx, file))
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    const bytes = await readBytes(start, Math.min(CHUNK_BYTES, file.size - start))
    await write((tx) => insertFileChunk(tx, file.id, start / CHUNK_BYTES, bytes))
  }
}

async function addFile(tx: Tx, file: UnfinishedUpload, preview: Uint8Array | undefined): Promise<{ id: string }> {
  const total = await lockOrderFileTotal(tx, file.order_id)
  const existingFile = await findFileByContent(tx, file)
  if (existingFile) return { id: existingFile.id }
  assertSpace(total, file.size)
  await saveOrderFileTotal(tx, { ...total, files: total.files + 1, bytes: total.bytes + file.size })
  await markOrderFileFinished(tx, file.id, preview)
  return { id: file.id }
}

async function loadStoredFile(tx: Tx, { id }: { id: string }): Promise<StoredOrderFile> {
  const stored = await findFile(tx, id)
  if (!stored) throw new UserError(404, 'This file doesn’t exist anymore.')
  return stored
}

function assertSpace({ files, bytes }: OrderFileTotalTable, size: number): void {
  const isTooMuch = bytes + size > MAX_FILE_BYTES_PER_ORDER
  if (!isTooMuch && files < MAX_FILES_PER_ORDER) return
  const sentence = isTooMuch
    ? `The files of an order can have ${MAX_FILE_BYTES_PER_ORDER / 1024 ** 2} MB in total. There isn’t room for this one.`
    : `An order can have ${MAX_FILES_PER_ORDER.toLocaleString('en-US')} files. There isn’t room for another.`
  throw new UserError(413, sentence, UPLOAD_FILE_PART)
}

async function readFromHandle(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new Error('The uploaded file is shorter than it was.')
    filled += bytesRead
  }
  return bytes
}
