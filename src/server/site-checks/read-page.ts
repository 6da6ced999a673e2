import { type DefaultTreeAdapterTypes, parse, defaultTreeAdapter as tree } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

export type Heading = { level: number; text: string }
/** `words`: what is read out for it, its pictures' descriptions included. */
export type PageLink = { href: string; words: string }
/** `alt` is undefined where nothing at all is said; `width`: of its box, in CSS pixels. */
export type PageImage = { src: string; alt: string | undefined; width: number }

/** What an HTML document says, as far as it is checked. */
export type PageHtml = {
  title: string
  description: string
  headings: readonly Heading[]
  links: readonly PageLink[]
  images: readonly PageImage[]
  /** What an address can lead to behind its `#`. */
  ids: ReadonlySet<string>
  /** The text of each block of structured data. */
  dataBlocks: readonly string[]
  /** The addresses of style sheets, scripts and fonts. */
  files: readonly string[]
  /** Of the document itself. */
  bytes: number
}

/** Reads a document as browsers do. */
export function readPage(html: string): PageHtml {
  const elements = elementsIn(parse(html))
  const named = (...names: string[]) => elements.filter(({ tagName }) => names.includes(tagName))
  const metas = named('meta').filter((meta) => attribute(meta, 'name') === 'description')
  const ids = elements.flatMap((element) => attribute(element, 'id') ?? [])
  const fileLinks = named('link').filter((link) => ['stylesheet', 'preload'].includes(attribute(link, 'rel') ?? ''))
  const files = [...fileLinks.map((link) => attribute(link, 'href')), ...named('script').map((one) => attribute(one, 'src'))]
  return {
    title: wordsOf(named('title')[0]),
    description: (metas[0] && attribute(metas[0], 'content'))?.trim() ?? '',
    headings: named('h1', 'h2', 'h3', 'h4', 'h5', 'h6').map((one) => ({ level: Number(one.tagName[1]), text: wordsOf(one) })),
    links: named('a').flatMap((link) => {
      const href = attribute(link, 'href')
      return href === undefined ? [] : [{ href, words: wordsOf(link) }]
    }),
    images: named('img').map(imageOf),
    ids: new Set(ids),
    dataBlocks: named('script')
      .filter((script) => attribute(script, 'type') === 'application/ld+json')
      .map((script) => textOf(script)),
    files: files.filter((address) => address !== undefined),
    bytes: Buffer.byteLength(html),
  }
}

/** How wide the box is, is said beside the forms to choose from where there are any. */
function imageOf(image: Element): PageImage {
  const { parentNode: parent } = image
  const sources = parent && tree.isElementNode(parent) && parent.tagName === 'picture' ? elementsIn(parent) : []
  const sizes = sources.flatMap((source) => (source.tagName === 'source' ? (attribute(source, 'sizes') ?? []) : []))
  const box = /(\d+)px/.exec(sizes[0] ?? '')?.[1]
  return {
    src: attribute(image, 'src') ?? '',
    alt: attribute(image, 'alt'),
    width: Number(box ?? attribute(image, 'width') ?? 0),
  }
}

/** In document order, without recursion: content may not make the stack overflow. */
function elementsIn(root: ParentNode): Element[] {
  const found: Element[] = []
  const open: ParentNode[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if (tree.isElementNode(node)) found.push(node)
    open.push(...node.childNodes.filter((child): child is Element => tree.isElementNode(child)).toReversed())
  }
  return found
}

/** What is read out: the label where there is one, and the descriptions of pictures. */
function wordsOf(element: Element | undefined): string {
  if (!element) return ''
  const label = attribute(element, 'aria-label')?.trim()
  return label || textOf(element).replace(/\s+/g, ' ').trim()
}

function textOf(element: Element): string {
  let text = ''
  const open: DefaultTreeAdapterTypes.ChildNode[] = element.childNodes.toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if (tree.isTextNode(node)) text += node.value
    if (!tree.isElementNode(node)) continue
    if (node.tagName === 'img') text += ` ${attribute(node, 'alt') ?? ''}`
    open.push(...node.childNodes.toReversed())
  }
  return text
}

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value
}
