import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { unpackedFont } from './unpacked-font.ts'

export type Weight = 400 | 600

/** A piece of text in one font file, by its path. */
export type Run = { font: string; text: string }

/** Stands for letters that no font here has: never a wrong one, and never nothing. */
export const LEFT_OUT = '[…]'

const FIGTREE = import.meta.resolve('@fontsource/figtree/files/figtree-latin-400-normal.woff')
const NOTO_SANS = import.meta.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff')
const NOTO_SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext']

/** One font is many files, each with the letters of some scripts. The first font is taken wherever it can be. */
const families = { 400: filesOf(400), 600: filesOf(600) }

/** What a reader sees as one letter: a letter with all its marks. */
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The fonts of invoices, each read where a letter needs it: Figtree as on the site, and Noto Sans for what that lacks. */
export function createLettering() {
  const opened = new Map<string, Opened>()

  function open(path: string): Opened {
    const known = opened.get(path) ?? read(path)
    opened.set(path, known)
    return known
  }

  function has(path: string, letter: string): boolean {
    const { font } = open(path)
    return [...letter].every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0) as number))
  }

  const fontIn = (paths: readonly string[], letter: string) => paths.find((path) => has(path, letter))

  return {
    /** What is in a font file. */
    bytesOf: (path: string): Buffer => open(path).bytes,

    /** The text as it can be printed, `LEFT_OUT` where letters are missing; line breaks stay, whatever else is empty is a space. */
    printable(text: string): { text: string; isWhole: boolean } {
      const paths = families[400].flat()
      const plain = text
        .normalize('NFC')
        .replace(/\r\n?|[\u2028\u2029]/g, '\n')
        .replace(/[^\S\n]|(?!\n)\p{Cc}/gu, ' ')
        .replace(/\p{Cf}/gu, '')
      let isWhole = true
      const known = [...letters.segment(plain)].map(({ segment }) => {
        if (segment === '\n' || fontIn(paths, segment)) return segment
        isWhole = false
        return LEFT_OUT
      })
      const shortened = known.join('').replace(/\[…\](?: *\[…\])+/g, LEFT_OUT)
      const lines = shortened.split('\n').map((line) => line.split(' ').filter(Boolean).join(' '))
      return { text: lines.filter(Boolean).join('\n'), isWhole }
    },

    /** Printable text cut where the font changes: a word is in one font wherever one has all of it. */
    runsOf(text: string, weight: Weight): Run[] {
      const runs: Run[] = []
      const add = (font: string, piece: string) => {
        const last = runs.at(-1)
        if (last?.font === font) last.text += piece
        else runs.push({ font, text: piece })
      }
      for (const word of text.match(/\s+|\S+/g) ?? []) {
        const inWord = [...letters.segment(word)].map(({ segment }) => segment)
        const whole = families[weight].find((family) => inWord.every((letter) => fontIn(family, letter)))
        const paths = whole ?? families[weight].flat()
        for (const letter of inWord) add(fontIn(paths, letter) ?? (paths[0] as string), letter)
      }
      return runs
    },
  }
}

function filesOf(weight: Weight): string[][] {
  const path = (name: string, beside: string) => fileURLToPath(new URL(`${name}-${weight}-normal.woff`, beside))
  return [
    ['figtree-latin', 'figtree-latin-ext'].map((name) => path(name, FIGTREE)),
    NOTO_SCRIPTS.map((script) => path(`noto-sans-${script}`, NOTO_SANS)),
  ]
}

type Opened = { font: Font; bytes: Buffer }

function read(path: string): Opened {
  const bytes = unpackedFont(readFileSync(path))
  const font = create(bytes)
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} holds several fonts`)
  return { font, bytes }
}
