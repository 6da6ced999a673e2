import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'

export type FontWeight = 400 | 600

type TextRun = { file: FontFile; text: string }
export type FontFile = { path: string; bytes: Buffer<ArrayBuffer>; font: Font }

const FIGTREE = import.meta.resolve('@fontsource/figtree/files/figtree-latin-400-normal.woff')
const NOTO_SANS = import.meta.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff')
const NOTO_SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext']

/** Splits text into graphemes: letters with all their marks. */
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Opens the fonts of images and PDFs: Figtree as on the site, and Noto Sans for letters that Figtree lacks. Reads a file when
 * a letter first needs it. The server uses it in a child process only: the library takes 30 MB, and each file 10 ms.
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
     * spaces, and drops format characters.
     */
    replaceMissingGlyphs(text: string, replace: (letter: string) => string): string {
      const paths = families[400].flat()
      const plain = text
        .normalize('NFC')
        .replace(/\r\n?|[\u2028\u2029]/g, '\n')
        .replace(/[^\S\n]|(?!\n)\p{Cc}/gu, ' ')
        .replace(/\p{Cf}/gu, '')
      const letters = Array.from(graphemes.segment(plain), ({ segment }) => segment)
      return letters.map((letter) => (letter === '\n' || findFileWithLetter(letter, paths) ? letter : replace(letter))).join('')
    },

    /** Splits drawable text where the font changes. A word stays in one font if that font has all its letters. */
    splitIntoRuns(text: string, weight: FontWeight): TextRun[] {
      const runs: TextRun[] = []
      for (const word of text.match(/\s+|\S+/g) ?? []) {
        const letters = Array.from(graphemes.segment(word), ({ segment }) => segment)
        const whole = families[weight].find((family) => letters.every((letter) => findFileWithLetter(letter, family)))
        const paths = whole ?? families[weight].flat()
        for (const letter of letters) {
          const file = findFileWithLetter(letter, paths) ?? openFontFile(paths[0] as string)
          const last = runs.at(-1)
          if (last?.file === file) last.text += letter
          else runs.push({ file, text: letter })
        }
      }
      return runs
    },
  }
}

function listFontPaths(weight: FontWeight): string[][] {
  const path = (name: string, beside: string) => fileURLToPath(new URL(`${name}-${weight}-normal.woff`, beside))
  return [
    ['figtree-latin', 'figtree-latin-ext'].map((name) => path(name, FIGTREE)),
    NOTO_SCRIPTS.map((script) => path(`noto-sans-${script}`, NOTO_SANS)),
  ]
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
