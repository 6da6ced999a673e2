import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { type FontFile, openFonts, type Weight } from '../../../platform/text-layout/fonts.ts'
import { wrapped } from '../../../platform/text-layout/wrap.ts'

/** Replaces letters that no font here has. */
export const LEFT_OUT = '[…]'

/** Lengths are in points, 72 to an inch. */
export type Style = { size: number; weight: Weight; colour: string }

export type Element = PDFKit.PDFStructureElement

/** A text with the place in the document's structure that it has, by which it is read aloud. */
export type Paragraph = {
  text: string
  style: Style
  element: Element
  /** What is free above it. */
  gap?: number
}

export type Column = { x: number; width: number; align?: 'right'; paragraphs: readonly Paragraph[] }

/** Letter, since amounts are in US dollars; what is printed keeps within the width of A4. */
const PAGE = { width: 612, height: 792 }
export const LEFT = 54
export const RIGHT = 558
const [TOP, BOTTOM] = [54, 738]
/** From one line to the next, in sizes of the type. */
const LEADING = 1.42

/** Drawn as two, it and its mark, a letter is none any more to whoever copies it. The type of the option knows lists alone. */
const features = { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]

type About = {
  title: string
  author: string
  subject: string
  /** Epoch ms. */
  at: number
  /** Above every page but the first. */
  heading: string
}

export type Sheet = ReturnType<typeof createSheet>

function openDocument({ title, author, subject, at }: About): PDFKit.PDFDocument {
  return new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    // None of those that every reader has: they know western letters alone.
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: author, Subject: subject, Creator: 'Rankstead', CreationDate: new Date(at) },
  })
}

/** Measures and prints text in as many fonts as it needs. */
function createPrinter(document: PDFKit.PDFDocument) {
  const fonts = openFonts()
  const registered = new Set<string>()
  const widths = new Map<string, number>()

  function use({ path, bytes }: FontFile, size: number): PDFKit.PDFDocument {
    if (!registered.has(path)) document.registerFont(path, bytes)
    registered.add(path)
    return document.font(path).fontSize(size)
  }

  /** Returns the text as it can be printed. Empty lines and extra spaces go. */
  function printable(text: string): { text: string; isWhole: boolean } {
    let isWhole = true
    const drawable = fonts.drawable(text, () => {
      isWhole = false
      return LEFT_OUT
    })
    const lines = drawable.replace(/\[…\](?: *\[…\])+/g, LEFT_OUT).split('\n')
    const tidy = lines.map((line) => line.split(' ').filter(Boolean).join(' '))
    return { text: tidy.filter(Boolean).join('\n'), isWhole }
  }

  function width(text: string, { size, weight }: Style): number {
    const key = `${weight} ${text}`
    const known = widths.get(key)
    if (known !== undefined) return known * size
    let wide = 0
    for (const { file, text: run } of fonts.runsOf(text, weight)) wide += use(file, 1000).widthOfString(run, { features }) / 1000
    widths.set(key, wide)
    return wide * size
  }

  /** One line that stands on `y`. */
  function line(text: string, x: number, y: number, { size, weight, colour }: Style): void {
    let left = x
    for (const { file, text: run } of fonts.runsOf(text, weight)) {
      use(file, size).fillColor(colour)
      document.text(run, left, y, { lineBreak: false, baseline: 'alphabetic', features })
      left += document.widthOfString(run, { features })
    }
  }

  return { printable, width, line }
}

/**
 * Paper that is filled from above: texts in columns, none of which can reach into another, and which go on on the next
 * page where one is full. The same calls make the same bytes.
 */
export function createSheet(about: About) {
  const document = openDocument(about)
  const root = document.struct('Document')
  document.addStructure(root)
  const { printable, width, line } = createPrinter(document)
  let top = TOP

  function linesOf({ width: room, paragraphs }: Column) {
    return paragraphs.flatMap(({ text, style, element, gap = 0 }) =>
      wrapped(text, room, (some) => width(some, style)).map((one, index) => ({
        text: one,
        style,
        element,
        gap: index === 0 ? gap : 0,
      })),
    )
  }

  /** Draws what says nothing, such as a rule; nobody reads it aloud. */
  function ornament(draw: (page: PDFKit.PDFDocument) => void): void {
    document.markContent('Artifact', { type: 'Layout' })
    draw(document)
    document.endMarkedContent()
  }

  /** Goes on on another page where this one has no room for that much more. */
  function need(height: number): void {
    if (top + height <= BOTTOM) return
    document.addPage()
    top = TOP
    ornament(() => line(about.heading, LEFT, top, { size: 9, weight: 400, colour: '#4a5a66' }))
    top += 24
  }

  return {
    printable,
    ornament,
    need,
    element(type: string, within: Element = root): Element {
      const element = document.struct(type)
      within.add(element)
      return element
    },
    top: () => top,
    space(height: number): void {
      top += height
    },
    rule(colour: string, [from, to] = [LEFT, RIGHT]): void {
      ornament((page) => page.moveTo(from, top).lineTo(to, top).lineWidth(0.75).strokeColor(colour).stroke())
    },
    /** Columns side by side, line beside line. */
    columns(columns: readonly Column[]): void {
      const all = columns.map((column) => ({ ...column, lines: linesOf(column) }))
      const most = Math.max(0, ...all.map(({ lines }) => lines.length))
      for (let row = 0; row < most; row++) {
        const parts = all.flatMap(({ lines, ...column }) => lines.slice(row, row + 1).map((one) => ({ ...column, ...one })))
        top += Math.max(...parts.map(({ gap }) => gap))
        const height = Math.max(...parts.map(({ style }) => style.size * LEADING))
        need(height)
        for (const { x, width: room, align, text, style, element } of parts) {
          const left = align === 'right' ? x + room - width(text.trimEnd(), style) : x
          element.add(document.markStructureContent('P'))
          line(text, left, top + height * 0.72, style)
          document.endMarkedContent()
        }
        top += height
      }
    },
    async finished(): Promise<Uint8Array> {
      root.end()
      document.end()
      return buffer(document as unknown as AsyncIterable<Uint8Array>)
    },
  }
}
