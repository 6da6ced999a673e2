import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { type FontFile, type FontWeight, openFonts } from '#platform/text-layout/fonts.ts'
import { wrapText } from '#platform/text-layout/wrap-text.ts'

/** Replaces characters that no available font has. */
export const MISSING_GLYPH_REPLACEMENT = '[…]'

/** Lengths are in points, 72 to an inch. */
export type PdfTextStyle = { size: number; weight: FontWeight; color: string }

export type PdfStructureElement = PDFKit.PDFStructureElement

/** A text and its element in the document structure, which screen readers follow. */
export type PdfParagraph = {
  text: string
  style: PdfTextStyle
  element: PdfStructureElement
  /** The space above it, in points. */
  gap?: number
}

type PdfColumn = { x: number; width: number; align?: 'right'; paragraphs: readonly PdfParagraph[] }

/** US Letter, in points. The printed area also fits the width of A4. */
const PAGE = { width: 612, height: 792 }
export const PDF_LEFT_X = 54
export const PDF_RIGHT_X = 558
const [TOP, BOTTOM] = [54, 738]
/** The distance between lines, as a multiple of the font size. */
const LINE_HEIGHT = 1.42

/**
 * Turns off glyph composition (`ccmp`), which splits a letter from its accent, so that copied text keeps its letters. The
 * cast is needed because pdfkit's type allows only a list.
 */
const ACCENT_FEATURES = { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]

/**
 * Only these scripts have accents to keep; others need the composition. ASCII text keeps the default features, and pdfkit then
 * lays out each word only once.
 */
const ACCENTED_TEXT = /^(?=.*[^ -~])[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]+$/u

function getTextOptions(text: string): PDFKit.Mixins.TextOptions {
  return ACCENTED_TEXT.test(text) ? { features: ACCENT_FEATURES } : {}
}

type PdfInfo = {
  title: string
  author: string
  subject: string
  /** Epoch ms. */
  at: number
  /** Printed on top of every page except the first. */
  heading: string
}

export type PdfWriter = ReturnType<typeof createPdfWriter>

function openDocument({ title, author, subject, at }: PdfInfo): PDFKit.PDFDocument {
  return new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    // Not one of the built-in PDF fonts, which have only Western letters.
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: author, Subject: subject, Creator: 'Rankstead', CreationDate: new Date(at) },
  })
}

function createTextPrinter(document: PDFKit.PDFDocument) {
  const fonts = openFonts()
  const registered = new Set<string>()
  const widths = new Map<string, number>()

  function selectFont({ path, bytes }: FontFile, size: number): PDFKit.PDFDocument {
    if (!registered.has(path)) document.registerFont(path, bytes)
    registered.add(path)
    return document.font(path).fontSize(size)
  }

  /** Replaces missing characters, and removes empty lines and extra spaces. */
  function toPrintable(text: string): { text: string; isPrintable: boolean } {
    let isPrintable = true
    const drawable = fonts.replaceMissingGlyphs(text, () => {
      isPrintable = false
      return MISSING_GLYPH_REPLACEMENT
    })
    const lines = drawable.replace(/\[…\](?: *\[…\])+/g, MISSING_GLYPH_REPLACEMENT).split('\n')
    const tidy = lines.map((printLine) => printLine.split(' ').filter(Boolean).join(' '))
    return { text: tidy.filter(Boolean).join('\n'), isPrintable }
  }

  function measureWidth(text: string, { size, weight }: PdfTextStyle): number {
    const key = `${weight} ${text}`
    const cachedWidth = widths.get(key)
    if (cachedWidth !== undefined) return cachedWidth * size
    let unitWidth = 0
    for (const { file, text: run } of fonts.splitIntoRuns(text, weight))
      unitWidth += selectFont(file, 1000).widthOfString(run, getTextOptions(run)) / 1000
    widths.set(key, unitWidth)
    return unitWidth * size
  }

  /** Prints one line with its baseline at `y`. Prints in reading order, so that copied text keeps it. */
  function printLine(text: string, x: number, y: number, { size, weight, color }: PdfTextStyle): void {
    let nextLeft = x
    const runs = fonts.splitIntoRuns(text, weight).map((run) => {
      const left = nextLeft
      nextLeft += selectFont(run.file, size).widthOfString(run.text, getTextOptions(run.text))
      return { ...run, left }
    })
    for (const { file, text: run, left } of runs.toSorted((a, b) => a.order - b.order)) {
      selectFont(file, size).fillColor(color)
      document.text(run, left, y, { lineBreak: false, baseline: 'alphabetic', ...getTextOptions(run) })
    }
  }

  return { toPrintable, width: measureWidth, printLine }
}

/**
 * Creates a PDF that fills from top to bottom, page after page. Text wraps within its column. The same calls produce the
 * same bytes.
 */
export function createPdfWriter(info: PdfInfo) {
  const document = openDocument(info)
  const root = document.struct('Document')
  document.addStructure(root)
  const { toPrintable, width, printLine } = createTextPrinter(document)
  let top = TOP

  function wrapColumn({ width: columnWidth, paragraphs }: PdfColumn) {
    return paragraphs.flatMap(({ text, style, element, gap = 0 }) =>
      wrapText(text, columnWidth, (some) => width(some, style)).map((one, index) => ({
        text: one,
        style,
        element,
        gap: index === 0 ? gap : 0,
      })),
    )
  }

  /** Draws decoration, such as a rule, that screen readers skip. */
  function drawDecoration(render: (page: PDFKit.PDFDocument) => void): void {
    document.markContent('Artifact', { type: 'Layout' })
    render(document)
    document.endMarkedContent()
  }

  /** Draws a PNG at the left edge, as large as `box` allows. Returns its width in points. */
  function drawLogo(png: Buffer, y: number, box: { width: number; height: number }): number {
    // A PNG begins with its size (RFC 2083, section 4.1.1).
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
    const scale = Math.min(box.width / width, box.height / height)
    drawDecoration((page) => page.image(png, PDF_LEFT_X, y, { width: width * scale, height: height * scale }))
    return width * scale
  }

  /** Starts a new page if less than `height` is left. */
  function ensureSpace(height: number): void {
    if (top + height <= BOTTOM) return
    document.addPage()
    top = TOP
    drawDecoration(() => printLine(info.heading, PDF_LEFT_X, top, { size: 9, weight: 400, color: '#4a5a66' }))
    top += 24
  }

  return {
    toPrintable,
    drawDecoration,
    drawLogo,
    ensureSpace,
    addElement(type: string, parent: PdfStructureElement = root): PdfStructureElement {
      const child = document.struct(type)
      parent.add(child)
      return child
    },
    top: () => top,
    addSpace(height: number): void {
      top += height
    },
    drawRule(color: string, [from, to] = [PDF_LEFT_X, PDF_RIGHT_X]): void {
      drawDecoration((page) => page.moveTo(from, top).lineTo(to, top).lineWidth(0.75).strokeColor(color).stroke())
    },
    /** Draws columns side by side, and breaks pages between lines. */
    drawColumns(drawColumns: readonly PdfColumn[]): void {
      const all = drawColumns.map((column) => ({ ...column, lines: wrapColumn(column) }))
      const rowCount = Math.max(0, ...all.map(({ lines }) => lines.length))
      for (let row = 0; row < rowCount; row++) {
        const parts = all.flatMap(({ lines, ...column }) => lines.slice(row, row + 1).map((one) => ({ ...column, ...one })))
        top += Math.max(...parts.map(({ gap }) => gap))
        const height = Math.max(...parts.map(({ style }) => style.size * LINE_HEIGHT))
        ensureSpace(height)
        for (const { x, width: columnWidth, align, text, style, element } of parts) {
          const left = align === 'right' ? x + columnWidth - width(text.trimEnd(), style) : x
          element.add(document.markStructureContent('P'))
          printLine(text, left, top + height * 0.72, style)
          document.endMarkedContent()
        }
        top += height
      }
    },
    async finish(): Promise<Uint8Array> {
      root.end()
      document.end()
      return buffer(document as unknown as AsyncIterable<Uint8Array>)
    },
  }
}
