import { describe, expect, it } from 'vitest'
import { insertLink, type TextReplacement, toggleListFormatting, toggleMark } from './text-formatting.ts'

/** Edits a text whose selection is between `|` and `|`. Returns the text with its new selection. */
function edit(marked: string, format: (text: string, start: number, end: number) => TextReplacement): string {
  const [before = '', selected = '', after] = marked.split('|')
  const text = after === undefined ? before + selected : before + selected + after
  const end = after === undefined ? before.length : before.length + selected.length
  const { from, to, insert, selection } = format(text, before.length, end)
  const edited = text.slice(0, from) + insert + text.slice(to)
  const [start, stop] = selection
  return start === stop
    ? `${edited.slice(0, start)}|${edited.slice(start)}`
    : `${edited.slice(0, start)}|${edited.slice(start, stop)}|${edited.slice(stop)}`
}

describe('bold and italic', () => {
  const bold = (marked: string) => edit(marked, (...selection) => toggleMark(...selection, '**'))
  const italic = (marked: string) => edit(marked, (...selection) => toggleMark(...selection, '*'))

  it('mark the selection, and unmark it again', () => {
    expect(bold('a |word| b')).toBe('a **|word|** b')
    expect(bold('a **|word|** b')).toBe('a |word| b')
    expect(bold('a |**word**| b')).toBe('a |word| b')
    expect(italic('a **|word|** b')).toBe('a ***|word|*** b')
    expect(italic('a ***|word|*** b')).toBe('a **|word|** b')
  })

  it('keep spaces outside, because Markdown needs that', () => {
    expect(bold('a| word |b')).toBe('a| **word** |b')
  })

  it('mark each line of a list', () => {
    expect(bold('|- one\n\n2. two|')).toBe('|- **one**\n\n2. **two**|')
  })

  it('put the cursor between the marks if nothing is selected', () => {
    expect(bold('a |b')).toBe('a **|**b')
  })
})

describe('a list', () => {
  const list = (marked: string) => edit(marked, toggleListFormatting)

  it('is made of the selected lines, and unmade again', () => {
    expect(list('a\no|ne\nt|wo\nb')).toBe('a\n|- one\n- two|\nb')
    expect(list('a\n|- one\n- two|\nb')).toBe('a\n|one\ntwo|\nb')
  })

  it('starts at an empty line', () => {
    expect(list('a\n\n|')).toBe('a\n\n- |')
  })
})

describe('a link', () => {
  const link = (marked: string) => edit(marked, insertLink)

  it('takes the selected text and waits for the address', () => {
    expect(link('see |our prices| now')).toBe('see [our prices](|) now')
    expect(link('see |www.example.com| now')).toBe('see [www.example.com](www.example.com)| now')
    expect(link('see | now')).toBe('see [|link text|]() now')
  })
})
