import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { flushFolderToDisk, prepareUnfinishedFilePath } from '#platform/db/unfinished-files.ts'
import type { BackupEndLine } from './backup-format.ts'

/** How much text is compressed at a time, in characters. */
const CHUNK_CHARACTERS = 64 * 1024
/** Most of a backup is images, which don't compress. The rest compresses at any level. */
const GZIP_LEVEL = 3

/**
 * Writes lines into a file that only its owner may read, and returns its size in bytes. Renames the file once it is on the
 * disk, so that an interrupted backup doesn't touch the old file.
 */
export async function writeBackupLines(path: string, lines: AsyncIterable<string>): Promise<number> {
  const temporaryPath = await prepareUnfinishedFilePath(path)
  try {
    const file = createWriteStream(temporaryPath, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(appendDigest(lines), createGzip({ level: GZIP_LEVEL }), file)
    await rename(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
  await flushFolderToDisk(dirname(path))
  return (await stat(path)).size
}

async function* appendDigest(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  let text = ''
  for await (const line of lines) {
    text += `${line}\n`
    if (text.length < CHUNK_CHARACTERS) continue
    const chunk = Buffer.from(text)
    digest.update(chunk)
    yield chunk
    text = ''
  }
  digest.update(text)
  const end: BackupEndLine = { end: digest.digest('hex') }
  yield Buffer.from(`${text}${JSON.stringify(end)}\n`)
}
