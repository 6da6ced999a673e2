/// <reference path="./bidi-js.d.ts" />
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import createBidi from 'bidi-js'
import { create, type Font } from 'fontkit'

export type FontWeight = 400 | 600

/** Text in one font. `order` is its place in reading order. */
type TextRun = { file: FontFile; text: string; order: number }
export type FontFile = { path: string; bytes: Buffer<ArrayBuffer>; font: Font }

const resolve = (file: string) => fileURLToPath(import.meta.resolve(`@fontsource/${file}`))
const NOTO_SANS_SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari']

const bidi = createBidi()

/** Splits text into graphemes: letters with all their marks. */
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Opens the fonts of images and PDFs: Figtree as on the site, Noto Sans for scripts that Figtree lacks, and Unifont, which has
 * coarse letters of every script, for the rest. Reads a file when a letter first needs it. The server uses it in a child process only: the library takes 30 MB, and each file 10 ms.
 */
export function openFonts() {
  const files = new Map<string, FontFile>()
  /** Each font consists of many files, each with the letters of some scripts. */
  const families = { 400: listFontPaths(400), 600: listFontPaths(600) }

  function openFontFile(path: string): FontFile {
    const file = files.get(path) ?? readFontFile(path)
    files.set(path, file)
    return file
  }

  function hasGlyphs({ font }: FontFile, letter: string): boolean {
    return [...letter].every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0) as number))
  }

  function findFileWithLetter(letter: string, paths: readonly string[]): FontFile | undefined {
    const path = paths.find((one) => hasGlyphs(openFontFile(one), letter))
    return path === undefined ? undefined : openFontFile(path)
  }

  return {
    /**
     * Replaces each letter that the fonts lack. Keeps line breaks. Turns other white space and control characters into
     * spaces, and drops format characters except those that keep Arabic and Indic letters apart or together.
     */
    replaceMissingGlyphs(text: string, replace: (letter: string) => string): string {
      const paths = families[400].flat()
      const plain = text
        .normalize('NFC')
        .replace(/\r\n?|[\u2028\u2029]/g, '\n')
        .replace(/[^\S\n]|(?!\n)\p{Cc}/gu, ' ')
        .replace(/(?<![\p{Script=Arabic}\p{Script=Devanagari}])[\u200c\u200d]|(?![\u200c\u200d])\p{Cf}/gu, '')
      const letters = Array.from(graphemes.segment(plain), ({ segment }) => segment)
      return letters.map((letter) => (letter === '\n' || findFileWithLetter(letter, paths) ? letter : replace(letter))).join('')
    },

    /**
     * Splits a line of drawable text where the font or the direction changes. Returns the runs from left to right. A word
     * stays in one font if that font has all its letters, unless it is Unifont.
     */
    splitIntoRuns(text: string, weight: FontWeight): TextRun[] {
      const direction = getDirection(text)
      const runs: (TextRun & { level: number })[] = []
      for (const { segment: word, index: wordStart } of splitWords(text)) {
        const letters = Array.from(graphemes.segment(word))
        const whole = families[weight]
          .slice(0, -1)
          .find((family) => letters.every(({ segment }) => findFileWithLetter(segment, family)))
        const paths = whole ?? families[weight].flat()
        for (const { segment, index } of letters) {
          const order = wordStart + index
          const level = direction?.levels[order] ?? 0
          const letter = level % 2 === 1 ? (bidi.getMirroredCharacter(segment) ?? segment) : segment
          const file = findFileWithLetter(letter, paths) ?? openFontFile(paths[0] as string)
          const last = runs.at(-1)
          // Words that run from right to left stand apart, because the library lays out a word, not a line.
          const isJoined = last?.file === file && last.level === level && (level % 2 === 0 || index > 0)
          if (isJoined) last.text += letter
          else runs.push({ file, text: letter, order, level })
        }
      }
      return direction ? runs.toSorted((a, b) => direction.getPosition(a.order) - direction.getPosition(b.order)) : runs
    },
  }
}

/** Lists the files of each family. */
function listFontPaths(weight: FontWeight): string[][] {
  const list = (family: string, scripts: readonly string[]) =>
    scripts.map((script) => resolve(`${family}/files/${family}-${script}-${weight}-normal.woff`))
  return [
    list('figtree', ['latin', 'latin-ext']),
    list('noto-sans', NOTO_SANS_SCRIPTS),
    list('noto-sans-arabic', ['arabic']),
    list('noto-sans-hebrew', ['hebrew']),
    list('noto-sans-thai', ['thai']),
    [resolve('unifontex/files/unifontex-latin-400-normal.woff')],
  ]
}

function splitWords(text: string) {
  return Array.from(text.matchAll(/\s+|\S+/g), ({ 0: segment, index }) => ({ segment, index }))
}

/** Hebrew, Arabic and the other scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Returns the embedding levels of a line and where each character stands, from the left (Unicode Standard Annex 9). */
function getDirection(text: string) {
  if (!RIGHT_TO_LEFT.test(text)) return undefined
  const embedding = bidi.getEmbeddingLevels(text, 'ltr')
  const positions = new Map(bidi.getReorderedIndices(text, embedding).map((index, position) => [index, position]))
  return { levels: embedding.levels, getPosition: (index: number) => positions.get(index) ?? 0 }
}

function readFontFile(path: string): FontFile {
  const bytes = convertWoffToSfnt(readFileSync(path))
  const font = create(bytes)
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} holds several fonts`)
  return { path, bytes, font }
}

/** The sizes of headers and of one table's entry, in bytes. */
const WOFF = { header: 44, entry: 20 }
const SFNT = { header: 12, entry: 16 }

/**
 * Converts a font from WOFF 1.0 to the uncompressed format SFNT (W3C, WOFF File Format 1.0, sections 3 to 5). The library
 * would decompress a whole table in JavaScript for every letter.
 */
function convertWoffToSfnt(woff: Buffer): Buffer<ArrayBuffer> {
  const tableCount = woff.readUInt16BE(12)
  const header = Buffer.alloc(SFNT.header + SFNT.entry * tableCount)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(tableCount, 4)
  const parts: Buffer[] = [header]
  let nextOffset = header.length
  for (let table = 0; table < tableCount; table++) {
    const woffEntry = WOFF.header + WOFF.entry * table
    const sfntEntry = SFNT.header + SFNT.entry * table
    const readField = (offset: number) => woff.readUInt32BE(woffEntry + offset)
    const [storedOffset, storedLength, length] = [readField(4), readField(8), readField(12)]
    const stored = woff.subarray(storedOffset, storedOffset + storedLength)
    // Copies the tag and the checksum.
    woff.copy(header, sfntEntry, woffEntry, woffEntry + 4)
    woff.copy(header, sfntEntry + 4, woffEntry + 16, woffEntry + 20)
    header.writeUInt32BE(nextOffset, sfntEntry + 8)
    header.writeUInt32BE(length, sfntEntry + 12)
    const padding = -length & 3
    parts.push(storedLength < length ? inflateSync(stored) : stored, Buffer.alloc(padding))
    nextOffset += length + padding
  }
  return Buffer.concat(parts)
}
