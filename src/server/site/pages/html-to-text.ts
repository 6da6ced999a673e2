import { Parser } from 'htmlparser2'

export type ExtractedPageText = {
  title: string
  description: string
  /** The text between header and footer, as Markdown. */
  text: string
  /** The URLs of the images with an alt text, as the page spells them. Other images are decoration. */
  images: readonly string[]
}

type Attributes = Readonly<Record<string, string | undefined>>

/** Elements without content, or without use outside a browser. */
const IGNORED_TAGS = new Set(['script', 'style', 'svg', 'nav', 'form', 'button', 'template', 'iframe', 'video', 'dialog'])
const BLOCK_TAGS = new Set([
  ...['p', 'div', 'section', 'article', 'aside', 'figure', 'figcaption', 'address', 'blockquote', 'header', 'footer'],
  ...[
    'ul',
    'ol',
    'dl',
    'dt',
    'dd',
    'li',
    'table',
    'tr',
    'caption',
    'details',
    'summary',
    'main',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
  ],
])
/** These elements have no end tag. */
const VOID_TAGS = new Set(['img', 'br', 'source', 'input', 'hr', 'meta', 'link'])

/** Extracts the text of one of our pages. `pageUrl` makes links absolute. */
export function extractPageText(html: string, pageUrl: string): ExtractedPageText {
  const meta: Record<string, string> = {}
  const images = new Set<string>()
  const links: { at: number; href: string }[] = []
  let [text, title] = ['', '']
  let [isTitle, isMain] = [false, false]
  /** The depth inside the outermost ignored element. */
  let ignoredDepth = 0

  function onOpen(tag: string, attributes: Attributes): void {
    const { name, property, content, href, src, alt } = attributes
    if (tag === 'meta' && content !== undefined) meta[name ?? property ?? ''] ??= content
    if (tag === 'title' && title === '') isTitle = true
    if (tag === 'main') isMain = true
    if (!isMain) return
    if (ignoredDepth > 0 || isIgnored(tag, attributes)) {
      if (!VOID_TAGS.has(tag)) ignoredDepth += 1
      return
    }
    // Skips references to a part of a drawing.
    if (tag === 'img' && src && alt?.trim() && !src.includes('#')) images.add(src)
    if (BLOCK_TAGS.has(tag)) text += '\n\n'
    if (tag === 'br') text += '\n'
    if (tag === 'td' || tag === 'th') text += ' | '
    if (tag === 'li') text += '- '
    if (/^h[1-6]$/.test(tag)) text += `${'#'.repeat(Number(tag[1]))} `
    if (tag === 'summary') text += '### '
    if (tag === 'a' && /[\p{L}\d)\]]$/u.test(text)) text += ' '
    if (tag === 'a' && href) links.push({ at: text.length, href })
  }

  function onClose(tag: string): void {
    if (tag === 'title') isTitle = false
    if (ignoredDepth > 0) {
      if (!VOID_TAGS.has(tag)) ignoredDepth -= 1
      return
    }
    if (tag === 'main') isMain = false
    if (!isMain) return
    if (tag === 'a') closeLink()
    if (BLOCK_TAGS.has(tag)) text += '\n\n'
  }

  function closeLink(): void {
    const { at, href } = links.pop() ?? {}
    const linkText = text.slice(at).replace(/\s+/g, ' ').trim()
    if (at === undefined || href === undefined || href.startsWith('#') || linkText === '') return
    text = `${text.slice(0, at)}[${linkText}](${URL.parse(href, pageUrl)?.href ?? href})`
  }

  const parser = new Parser({
    onopentag: onOpen,
    onclosetag: onClose,
    ontext: (part) => {
      if (isTitle) title += part
      else if (isMain && ignoredDepth === 0) text += part.replace(/\s+/g, ' ')
    },
  })
  parser.write(html)
  parser.end()
  return {
    title: title.trim(),
    description: meta.description ?? '',
    text: normalizeWhitespace(text),
    images: [...images],
  }
}

function isIgnored(tag: string, { hidden, 'aria-hidden': ariaHidden }: Attributes): boolean {
  return IGNORED_TAGS.has(tag) || hidden !== undefined || ariaHidden === 'true'
}

/** Separates blocks by a blank line and list items by a line break. Drops empty blocks. */
function normalizeWhitespace(text: string): string {
  const lines = text.split(/\n{2,}/).map((block) =>
    block
      .replace(/[ \t]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim(),
  )
  // A heading in a list item isn't a list item.
  const blocks = lines.map((block) => block.replace(/^- (?=#)/, '')).filter((block) => /[^\s#|-]/.test(block))
  return blocks.reduce((before, block) => {
    const isNextPoint = block.startsWith('- ') && /(^|\n)- [^\n]*$/.test(before)
    return before === '' ? block : `${before}${isNextPoint ? '\n' : '\n\n'}${block}`
  }, '')
}
