import { Parser } from 'htmlparser2'

export type HtmlHeading = { level: number; text: string }
/** `words` is the link's accessible name, including image descriptions. */
export type ParsedPageLink = { href: string; words: string }
/** `alt` is undefined if the attribute is missing. `width` is the width of its box in CSS px. */
type ParsedPageImage = { src: string; alt: string | undefined; width: number }

/** The parts of an HTML document that rules check. */
export type ParsedPage = {
  title: string
  description: string
  headings: readonly HtmlHeading[]
  links: readonly ParsedPageLink[]
  images: readonly ParsedPageImage[]
  /** The texts of the page's own part, one per paragraph, point or heading. */
  paragraphs: readonly string[]
  /** The targets of hash links. */
  ids: ReadonlySet<string>
  dataBlocks: readonly string[]
  /** The URLs of style sheets, scripts and preloaded files. */
  fileUrls: readonly string[]
  /** The size of the document alone. */
  bytes: number
}

/** How many characters are parsed at a time. That takes some milliseconds. */
const CHUNK_LENGTH = 64 * 1024

/** Parses a document and lets other requests run after each chunk. */
export async function parsePageHtmlInChunks(html: string): Promise<ParsedPage> {
  const reader = createHtmlReader()
  for (let at = 0; at < html.length; at += CHUNK_LENGTH) {
    reader.write(html.slice(at, at + CHUNK_LENGTH))
    await new Promise(setImmediate)
  }
  return reader.end(Buffer.byteLength(html))
}

export function parsePageHtml(html: string): ParsedPage {
  const reader = createHtmlReader()
  reader.write(html)
  return reader.end(Buffer.byteLength(html))
}

/** True for text that is empty or has only invisible characters. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}]/u.test(text)
}

export function collapseWhitespace(text = ''): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Compares single-spaced texts. Compares the first word first, because most values differ and some are long. */
export function equalsIgnoringWhitespace(value: string, text: string): boolean {
  return value.trimStart().startsWith(text.slice(0, text.indexOf(' ') + 1).trim()) && collapseWhitespace(value) === text
}

/** Elements that don't end a paragraph. */
const INLINE_TAGS = new Set([
  'a',
  'abbr',
  'b',
  'br',
  'code',
  'em',
  'i',
  'img',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
])
/** Elements whose text isn't part of what a page says. */
const SILENT_TAGS = new Set(['script', 'style', 'svg', 'form', 'button', 'template', 'noscript'])

/** Collects the paragraphs of `<main>`. */
function createParagraphReader() {
  const paragraphs: string[] = []
  let paragraph = ''
  let isMain = false
  let silentDepth = 0

  function endParagraph(): void {
    const text = collapseWhitespace(paragraph)
    if (text !== '') paragraphs.push(text)
    paragraph = ''
  }

  return {
    paragraphs,
    onOpen(tag: string): void {
      if (tag === 'main') isMain = true
      if (SILENT_TAGS.has(tag)) silentDepth += 1
      if (!INLINE_TAGS.has(tag)) endParagraph()
    },
    onText(text: string): void {
      if (isMain && silentDepth === 0) paragraph += text
    },
    onClose(tag: string): void {
      if (!INLINE_TAGS.has(tag)) endParagraph()
      if (SILENT_TAGS.has(tag)) silentDepth -= 1
      if (tag === 'main') isMain = false
    },
  }
}

/** An open element that collects text. */
type OpenElement = { tag: string; label: string; text: string; onText: (text: string) => void }

/** Reads the elements as a stream and builds no tree. */
function createHtmlReader() {
  const headings: HtmlHeading[] = []
  const links: ParsedPageLink[] = []
  const images: ParsedPageImage[] = []
  const ids = new Set<string>()
  const dataBlocks: string[] = []
  const fileUrls: string[] = []
  const openElements: OpenElement[] = []
  const paragraphReader = createParagraphReader()
  let [title, description] = ['', '']
  /** The box width of the current `<picture>`, in CSS px, from `sizes` of its first source. */
  let imageBoxWidth: string | undefined

  function collectText(tag: string, { 'aria-label': label = '' }: Attributes, onText: (words: string) => void): void {
    openElements.push({ tag, label, text: '', onText })
  }

  function onOpen(tag: string, attributes: Attributes): void {
    const { id, href, src, alt, rel, name, content, type, sizes, width } = attributes
    paragraphReader.onOpen(tag)
    if (id !== undefined) ids.add(id)
    if (/^h[1-6]$/.test(tag)) collectText(tag, attributes, (text) => headings.push({ level: Number(tag[1]), text }))
    if (tag === 'a' && href !== undefined) collectText(tag, attributes, (words) => links.push({ href, words }))
    if (tag === 'title' && title === '') collectText(tag, attributes, (text) => (title = text))
    if (tag === 'meta' && name === 'description') description ||= content?.trim() ?? ''
    if (tag === 'link' && href && (rel === 'stylesheet' || rel === 'preload')) fileUrls.push(href)
    if (tag === 'script' && src) fileUrls.push(src)
    if (tag === 'script' && type === 'application/ld+json') collectText(tag, attributes, (text) => dataBlocks.push(text))
    if (tag === 'picture') imageBoxWidth = undefined
    if (tag === 'source') imageBoxWidth ??= /(\d{1,5})px/.exec(sizes ?? '')?.[1]
    if (tag === 'img') {
      images.push({ src: src ?? '', alt, width: Number(imageBoxWidth ?? width ?? 0) })
      for (const one of openElements) one.text += ` ${alt ?? ''}`
    }
  }

  function onClose(tag: string): void {
    if (tag === 'picture') imageBoxWidth = undefined
    paragraphReader.onClose(tag)
    const at = openElements.findLastIndex((one) => one.tag === tag)
    const [closed] = at < 0 ? [] : openElements.splice(at, 1)
    if (closed) closed.onText(tag === 'script' ? closed.text : getSpokenText(closed))
  }

  const parser = new Parser({
    onopentag: onOpen,
    onclosetag: onClose,
    ontext: (text) => {
      paragraphReader.onText(text)
      for (const one of openElements) one.text += text
    },
  })

  return {
    write: (part: string) => parser.write(part),
    end(bytes: number): ParsedPage {
      parser.end()
      return {
        title,
        description,
        headings,
        links,
        images,
        paragraphs: paragraphReader.paragraphs,
        ids,
        dataBlocks,
        fileUrls,
        bytes,
      }
    },
  }
}

type Attributes = Readonly<Record<string, string | undefined>>

/** Returns the accessible name: the label, or else the text. */
function getSpokenText({ label, text }: OpenElement): string {
  return label.trim() || text.replace(/\s+/g, ' ').trim()
}
