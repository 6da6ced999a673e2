import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { nameAside, syncFolder } from '../../platform/db/file-aside.ts'
import type { EndLine } from './archive-format.ts'

/** How much text is compressed at a time, in characters. */
const CHUNK = 64 * 1024
/** Most of a backup is pictures, which do not become smaller; the rest does at any level. */
const LEVEL = 3

/**
 * Writes lines into a file that only its owner may read. It gets its name once all of it is on the disk: whoever is
 * stopped before leaves the file of that name as it was. Answers its size in bytes.
 */
export async function writeArchive(path: string, lines: AsyncIterable<string>): Promise<number> {
  const aside = await nameAside(path)
  try {
    const file = createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(withEnd(lines), createGzip({ level: LEVEL }), file)
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
  return (await stat(path)).size
}

async function* withEnd(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  let text = ''
  for await (const line of lines) {
    text += `${line}\n`
    if (text.length < CHUNK) continue
    const chunk = Buffer.from(text)
    digest.update(chunk)
    yield chunk
    text = ''
  }
  digest.update(text)
  const end: EndLine = { end: digest.digest('hex') }
  yield Buffer.from(`${text}${JSON.stringify(end)}\n`)
}
