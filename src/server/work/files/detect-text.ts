import { recognizeMarkup } from '#platform/recognize-file-format.ts'
import type { ReadBytesFunction } from './zip-directory.ts'

const BATCH_BYTES = 64 * 1024
/** Exports of crawled titles have a stray control character here and there. In percent. */
const MAX_CONTROL_PERCENT = 1

// biome-ignore lint/suspicious/noControlCharactersInRegex: the controls are the point
const CONTROLS = /[\x00-\x08\x0e-\x1f\x7f]/g

/**
 * Reads a file as text. Returns undefined if it isn't text. A text without a byte order mark may be in any code page whose first
 * 128 characters are ASCII. `markup` says that it begins like a page.
 */
export async function detectText(
  read: ReadBytesFunction,
  size: number,
  head: Buffer,
): Promise<{ markup: ReturnType<typeof recognizeMarkup> } | undefined> {
  const encoding = guessEncoding(head)
  // Latin-1 has a character for every byte.
  const decoder = encoding === 'latin1' ? undefined : new TextDecoder(encoding, { fatal: true })
  let controls = 0
  let beginning: string | undefined
  try {
    for (let at = 0; at < size; at += BATCH_BYTES) {
      const bytes = await read(at, Math.min(BATCH_BYTES, size - at))
      const text = decoder?.decode(bytes, { stream: at + BATCH_BYTES < size }) ?? bytes.toString('latin1')
      beginning ??= text
      if (text.includes('\0') || (decoder && /\p{Noncharacter_Code_Point}/u.test(text))) return undefined
      controls += text.match(CONTROLS)?.length ?? 0
    }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
  if (controls * 100 > size * MAX_CONTROL_PERCENT) return undefined
  return { markup: recognizeMarkup(beginning?.replace(/^\xef\xbb\xbf/, '') ?? '') }
}

/** Excel, Keyword Planner and Ahrefs write UTF-16 with a byte order mark. Without one, its ASCII characters show. */
function guessEncoding(head: Buffer): 'utf-16le' | 'utf-16be' | 'latin1' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const nulPositions = [...head.keys()].filter((at) => head[at] === 0)
  if (nulPositions.length === 0) return 'latin1'
  return nulPositions.every((at) => at % 2 === 1) ? 'utf-16le' : 'utf-16be'
}
