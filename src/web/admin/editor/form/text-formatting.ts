/** Replaces the text from `from` to `to`, then selects `selection`. */
export type TextReplacement = { from: number; to: number; insert: string; selection: [start: number, end: number] }

/** Makes the selected text bold or italic, or plain again. Markdown ends bold at a line of a list, so each line is marked. */
export function toggleMark(text: string, start: number, end: number, mark: '**' | '*'): TextReplacement {
  const size = mark.length
  const selected = text.slice(start, end)
  const outerStars = Math.min(countStarsBefore(text, start), countStarsAfter(text, end))
  if (hasMark(outerStars, size))
    return { from: start - size, to: end + size, insert: selected, selection: [start - size, end - size] }
  const innerStars = Math.min(countStarsAfter(selected, 0), countStarsBefore(selected, selected.length))
  if (hasMark(innerStars, size) && selected.length > 2 * size)
    return { from: start, to: end, insert: selected.slice(size, -size), selection: [start, end - 2 * size] }
  if (selected.trim() === '') return { from: start, to: start, insert: mark + mark, selection: [start + size, start + size] }
  const insert = selected
    .split('\n')
    .map((line) => markLine(line, mark))
    .join('\n')
  const isOneWord = insert === mark + selected + mark
  return {
    from: start,
    to: end,
    insert,
    selection: isOneWord ? [start + size, end + size] : [start, start + insert.length],
  }
}

/** Three stars are bold and italic. */
function hasMark(starCount: number, size: number): boolean {
  return size === 2 ? starCount >= 2 : starCount % 2 === 1
}

function countStarsBefore(text: string, index: number): number {
  let count = 0
  while (text[index - count - 1] === '*') count++
  return count
}

function countStarsAfter(text: string, index: number): number {
  let count = 0
  while (text[index + count] === '*') count++
  return count
}

const LIST_MARKER = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+/

function markLine(line: string, mark: string): string {
  const marker = LIST_MARKER.exec(line)?.[0] ?? ''
  const item = line.slice(marker.length)
  const words = item.trim()
  return words === '' ? line : marker + item.replace(words, () => mark + words + mark)
}

/** Makes the selected lines a list, or paragraphs again. */
export function toggleListFormatting(text: string, start: number, end: number): TextReplacement {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lastLineEnd = text.indexOf('\n', Math.max(start, end - 1))
  const to = lastLineEnd === -1 ? text.length : lastLineEnd
  const lines = text.slice(from, to).split('\n')
  const isItem = (line: string) => line.startsWith('- ')
  const isList = lines.every((line) => isItem(line) || line.trim() === '') && lines.some(isItem)
  const toItem = (line: string) => (isItem(line) || (line.trim() === '' && lines.length > 1) ? line : `- ${line}`)
  const insert = lines.map((line) => (isList ? line.replace(/^- /, '') : toItem(line))).join('\n')
  const caret = Math.max(from, start + insert.length - (to - from))
  return { from, to, insert, selection: start === end ? [caret, caret] : [from, from + insert.length] }
}

/** Links the selected text, and puts the cursor where the address goes. */
export function insertLink(text: string, start: number, end: number): TextReplacement {
  const selected = text.slice(start, end)
  const words = selected || 'link text'
  const url = /^(?:https?:\/\/|www\.)\S+$/i.test(selected) ? selected : ''
  const insert = `[${words}](${url})`
  const cursor = start + insert.length - (url ? 0 : 1)
  return { from: start, to: end, insert, selection: selected ? [cursor, cursor] : [start + 1, start + 1 + words.length] }
}
