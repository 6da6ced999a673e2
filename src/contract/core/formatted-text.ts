import MarkdownIt from 'markdown-it'
import type { ContentKind } from './content-kind.ts'
import { getMarkdownFieldName, listFormattedFieldNames } from './markdown-field-names.ts'
import { linkSchema } from './text-schemas.ts'

/** A part of a paragraph: text, or an element with parts. No element contains another with the same tag. */
export type InlineNode = string | { tag: 'strong' | 'em' | 'a'; href?: string; children: InlineNode[] }

export type FormattedTextBlock =
  | { type: 'paragraph'; children: InlineNode[] }
  | { type: 'list'; isOrdered: boolean; start: number; items: FormattedTextBlock[][] }

const link = linkSchema('A link')

/** Reads bold, italics, links and lists. Everything else is text, HTML too (decision 4). */
const markdown = new MarkdownIt('zero', { maxNesting: 100 }).enable(['list', 'emphasis', 'link', 'escape'])
markdown.normalizeLink = (url) => link.safeParse(url).data ?? url
markdown.validateLink = (url) => link.safeParse(url).success

type Token = ReturnType<typeof markdown.parse>[number]

/** Returns the paragraphs and lists of a Markdown text. */
export function parseFormattedText(source: string): FormattedTextBlock[] {
  const root: FormattedTextBlock[] = []
  const containers = [root]
  const lists: (FormattedTextBlock & { type: 'list' })[] = []
  for (const token of markdown.parse(source, {})) {
    if (token.type === 'inline') containers.at(-1)?.push({ type: 'paragraph', children: readInlineNodes(token.children ?? []) })
    if (token.type.endsWith('_list_open')) {
      const start = Number(token.attrGet('start') ?? 1)
      const list = { type: 'list' as const, isOrdered: token.tag === 'ol', start, items: [] }
      containers.at(-1)?.push(list)
      lists.push(list)
    }
    if (token.type === 'list_item_open') {
      const item: FormattedTextBlock[] = []
      lists.at(-1)?.items.push(item)
      containers.push(item)
    }
    if (token.type === 'list_item_close') containers.pop()
    if (token.type.endsWith('_list_close')) lists.pop()
  }
  return root
}

function readInlineNodes(tokens: readonly Token[]): InlineNode[] {
  const root: InlineNode[] = []
  const open: { tag: string; children: InlineNode[] }[] = [{ tag: '', children: root }]
  for (const token of tokens) {
    const parent = open.at(-1)?.children ?? root
    if (token.nesting === 0) parent.push(token.type === 'hardbreak' ? '\n' : token.content)
    if (token.nesting === -1) open.pop()
    if (token.nesting !== 1) continue
    const tag = token.tag as 'strong' | 'em' | 'a'
    const href = String(token.attrGet('href') ?? '')
    // Bold inside bold changes nothing. Without it, a hostile text can't nest deeply.
    const isSkipped = open.some((other) => other.tag === tag) || (tag === 'a' && href === '')
    const node = { tag, ...(href && { href }), children: isSkipped ? parent : [] }
    if (!isSkipped) parent.push(node)
    open.push(isSkipped ? { ...node, tag: '' } : node)
  }
  return root
}

/** Every character that can start markup, or a line that can start a list item. */
const MARKUP = /[\\*_[]|^[ \t]*(?:[-+]|\d{1,9}[.)])(?:[ \t]|$)/m
const ESCAPED_CHARACTER = /\\([!-/:-@[-`{-~])/g

/** Returns the text without formatting. A text without markup comes back unchanged, white space too. */
export function toPlainText(source: string): string {
  return readTexts(source).plainText
}

/** Returns Markdown that shows a plain text as it is. `toPlainText` returns the plain text again. */
export function escapeFormatting(plainText: string): string {
  // A link with a bad address shows as text, but the check of the field refuses it.
  if (!readTexts(plainText).hasMarkup && !plainText.includes('](')) return plainText
  return plainText
    .replace(/[\\*_[\]]/g, '\\$&')
    .replace(/^([ \t]*)([-+]|\d{1,9}[.)])(?=[ \t]|$)/gm, (_, indent, marker) => indent + marker.replace(/.$/, '\\$&'))
}

/**
 * Returns the texts of a record as calls have them: plain under the names of their fields, and the Markdown beside each text
 * that has some (P-244).
 */
export function serializePlainTextAndMarkdown(
  contentKind: Pick<ContentKind, 'fields'>,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const texts: Record<string, string> = { ...values }
  for (const name of listFormattedFieldNames(contentKind)) {
    const source = values[name] ?? ''
    const { plainText, hasMarkup } = readTexts(source)
    if (hasMarkup) Object.assign(texts, { [name]: plainText, [getMarkdownFieldName(name)]: source })
  }
  return texts
}

function readTexts(source: string): { plainText: string; hasMarkup: boolean } {
  if (!MARKUP.test(source)) return { plainText: source, hasMarkup: false }
  const blocks = parseFormattedText(source)
  if (hasFormatting(blocks)) return { plainText: formatBlocks(blocks), hasMarkup: true }
  const plainText = source.replace(ESCAPED_CHARACTER, '$1')
  return { plainText, hasMarkup: plainText !== source }
}

function hasFormatting(blocks: readonly FormattedTextBlock[]): boolean {
  return blocks.some((block) => block.type === 'list' || block.children.some((node) => typeof node !== 'string'))
}

function formatBlocks(blocks: readonly FormattedTextBlock[], separator = '\n\n'): string {
  return blocks.map(formatBlock).join(separator)
}

function formatBlock(block: FormattedTextBlock): string {
  if (block.type === 'paragraph') return formatInlineNodes(block.children)
  const items = block.items.map((item, index) => {
    const marker = block.isOrdered ? `${block.start + index}.` : '-'
    return `${marker} ${formatBlocks(item, '\n').replaceAll('\n', '\n  ')}`
  })
  return items.join('\n')
}

function formatInlineNodes(nodes: readonly InlineNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : formatInlineNodes(node.children))).join('')
}
