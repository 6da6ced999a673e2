import { Fragment } from 'react'
import { type FormattedTextBlock, type InlineNode, parseFormattedText } from '#contract/core/formatted-text.ts'
import { getMarkdownFieldName } from '#contract/core/markdown-field-names.ts'
import { Paragraphs } from '../ui/paragraphs.tsx'
import { getFieldMarkCharacter } from './preview-field-mark-characters.ts'

type Props<R extends object> = { record: R; name: keyof R & string }

/** Renders a formatted field of a record: paragraphs, lists, bold, italics and links. */
export function FormattedText<R extends object>({ record, name }: Props<R>) {
  const texts = record as { readonly [name: string]: string | undefined }
  const source = texts[getMarkdownFieldName(name)]
  if (source === undefined) return <Paragraphs text={texts[name] ?? ''} />
  return renderBlocks(parseFormattedText(source), getFieldMarkCharacter(record, name))
}

/** Ends every paragraph with the mark of its field, for the editor's preview. */
function renderBlocks(blocks: readonly FormattedTextBlock[], mark: string) {
  return blocks.map((block, index) => {
    const key = index
    if (block.type === 'list') return <ItemList key={key} list={block} mark={mark} />
    return (
      <p key={key}>
        {renderInlineNodes(block.children)}
        {mark}
      </p>
    )
  })
}

function ItemList({ list: { isOrdered, start, items }, mark }: { list: FormattedTextBlock & { type: 'list' }; mark: string }) {
  const renderedItems = items.map(([first, ...others], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity and never move
    <li key={index}>
      {first?.type === 'paragraph' && renderInlineNodes(first.children)}
      {first?.type === 'paragraph' && mark}
      {renderBlocks(first?.type === 'list' ? [first, ...others] : others, mark)}
    </li>
  ))
  if (!isOrdered) return <ul className="text-list">{renderedItems}</ul>
  return (
    <ol className="text-list" start={start === 1 ? undefined : start}>
      {renderedItems}
    </ol>
  )
}

function renderInlineNodes(nodes: readonly InlineNode[]) {
  return nodes.map((node, index) => {
    const key = index
    if (typeof node === 'string') return <Fragment key={key}>{node}</Fragment>
    const { tag: Tag, href, children } = node
    return (
      <Tag key={key} {...(Tag === 'a' && { href, className: 'underline' })}>
        {renderInlineNodes(children)}
      </Tag>
    )
  })
}
