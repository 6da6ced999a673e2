import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takesLinearTime } from '#tests/support/measure-time.ts'
import { buildFieldSchema, formattedTextField } from './field.ts'
import {
  escapeFormatting,
  type InlineNode,
  parseFormattedText,
  serializePlainTextAndMarkdown,
  toPlainText,
} from './formatted-text.ts'
import { isSafeLink } from './text-schemas.ts'

const contentKind = { fields: { answer: formattedTextField('Answer') } }

/** Texts full of characters that Markdown reads. */
const markupText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '*',
        '**',
        '_',
        '[',
        ']',
        '(',
        ')',
        '\\',
        '-',
        '+',
        '1.',
        '2)',
        ' ',
        '\t',
        '\n',
        '\r\n',
        '\n\n',
        '    ',
        '<b>',
        '&amp;',
      ),
      fc.constantFrom('[a](/b)', '**a**', '- a', 'word', '#', '>', '`', '~~', '![', '](javascript:x)'),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

describe('a plain text', () => {
  it('comes back byte for byte and has no formatting', () => {
    fc.assert(
      fc.property(markupText, (plainText) => {
        const source = escapeFormatting(plainText)
        expect(toPlainText(source)).toBe(plainText)
        const blocks = parseFormattedText(source)
        expect(
          blocks.every((block) => block.type === 'paragraph' && block.children.every((node) => typeof node === 'string')),
        ).toBe(true)
        expect(serializePlainTextAndMarkdown(contentKind, { answer: source }).answer).toBe(plainText)
      }),
      { numRuns: 2000 },
    )
  })

  it('gets backslashes only where Markdown would read formatting', () => {
    expect(escapeFormatting('It costs 2 * 3 = $6 [net], snake_case, 1.5 - 2')).toBe(
      'It costs 2 * 3 = $6 [net], snake_case, 1.5 - 2',
    )
    expect(escapeFormatting('*really*')).toBe('\\*really\\*')
    expect(escapeFormatting('- one\n2. two')).toBe('\\- one\n2\\. two')
  })
})

describe('a formatted text', () => {
  it('has bold, italics, links, lists and paragraphs', () => {
    const source = 'Yes, **always**.\n\n- *One*\n- Two: [prices](pricing/ "title")\n\n3. Three\n   1. Inner'
    expect(parseFormattedText(source)).toEqual([
      { type: 'paragraph', children: ['Yes, ', { tag: 'strong', children: ['always'] }, '.'] },
      {
        type: 'list',
        isOrdered: false,
        start: 1,
        items: [
          [{ type: 'paragraph', children: [{ tag: 'em', children: ['One'] }] }],
          [{ type: 'paragraph', children: ['Two: ', { tag: 'a', href: '/pricing/', children: ['prices'] }] }],
        ],
      },
      {
        type: 'list',
        isOrdered: true,
        start: 3,
        items: [
          [
            { type: 'paragraph', children: ['Three'] },
            { type: 'list', isOrdered: true, start: 1, items: [[{ type: 'paragraph', children: ['Inner'] }]] },
          ],
        ],
      },
    ])
    expect(toPlainText(source)).toBe('Yes, always.\n\n- One\n- Two: prices\n\n3. Three\n  1. Inner')
  })

  it.each([
    '# heading',
    '> quote',
    '`code`',
    '    code',
    '<script>alert(1)</script>',
    '<a href="javascript:alert(1)">x</a>',
    '<https://example.com>',
    'https://example.com',
    '---',
    '&lt;b&gt;',
    '| a | b |\n|---|---|',
  ])('shows %j as text', (source) => {
    expect(parseFormattedText(source)).toEqual([{ type: 'paragraph', children: [source.trim()] }])
  })

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'javascript&#58;alert(1)',
    ' javascript:x',
    '<java\tscript:x>',
  ])('makes no link of %j', (url) => {
    expect(JSON.stringify(parseFormattedText(`[a](${url}) *[b](${url})*`))).not.toContain('"a","href"')
  })

  it('completes addresses like link fields do', () => {
    expect(parseFormattedText('[a](www.example.com)')).toEqual([
      { type: 'paragraph', children: [{ tag: 'a', href: 'https://www.example.com', children: ['a'] }] },
    ])
  })

  it('has only safe links and no element inside another of its tag, whatever the text is', () => {
    const walk = (nodes: readonly InlineNode[], tags: readonly string[]) => {
      for (const node of nodes) {
        if (typeof node === 'string') continue
        expect(tags).not.toContain(node.tag)
        if (node.tag === 'a') expect(isSafeLink(node.href ?? 'javascript:')).toBe(true)
        walk(node.children, [...tags, node.tag])
      }
    }
    fc.assert(
      fc.property(markupText, (source) => {
        for (const block of parseFormattedText(source)) if (block.type === 'paragraph') walk(block.children, [])
      }),
      { numRuns: 1000 },
    )
  })

  it.each(['[', '*', '*a_ ', '- ', '[a](', '\\', '- a\n', '**a *b ', '_a', '1. ', 'a](', '[a](b "'])(
    'is read in linear time if it is many times %j',
    (part) => expect(takesLinearTime((length) => toPlainText(part.repeat(length / part.length)), 100_000)).toBe(true),
  )
})

describe('the check of a formatted text', () => {
  const check = (text: string) => buildFieldSchema(formattedTextField('Answer')).safeParse(text).error?.issues[0]?.message

  it('refuses links that link fields refuse, with their sentence', () => {
    expect(check('See [this](javascript:alert(1)).')).toBe(
      'The link “javascript:alert” must be an address such as https://example.com/page, mailto:name@example.com, tel:+12025550142, or a path on this site such as /contact.',
    )
    expect(check('See [this](data:text/html,x).')).toContain('The link “data:text/html,x” must be')
    expect(check('See [this]().')).toBe('A link has no address. Type it between the parentheses.')
  })

  it('accepts good links, and bad ones that are only text', () => {
    expect(check('[a](/contact) [b](https://example.com "x") [c](www.example.com) [d](tel:+12025550142)')).toBeUndefined()
    expect(check(escapeFormatting('[this](javascript:alert(1))'))).toBeUndefined()
  })

  it.each(['[a](', '[a](b ', '[a](/b)', '[a](<b '])('takes linear time for a text of links such as %j', (part) => {
    expect(takesLinearTime((length) => check(part.repeat(length / part.length)), 20_000)).toBe(true)
  })

  it('refuses an empty text', () => {
    expect(check(' ')).toBe('Answer is required.')
  })
})
