import { type ListRow, obstacles, type ParsedList } from './list-row.ts'

/** Matches `/old -> /new 301`, the URL mappings of Squarespace (7.1). */
export const ARROW_RULE = /^[ \t]*(?:\/|https?:).*(?:->|=>|→)/

/** Matches `/old /new 301`, a line of a `_redirects` file (Netlify, netlify-redirect-parser 15; Cloudflare Pages). */
export const SPACED_RULE = /^[ \t]*(?:\/|https?:)[^\s,;"|]* [ \t]*(?:\/|https?:|\d{3}!?(?:\s|$)|[^\s=,;]+=\S)/

/** Parses lines of Squarespace or Netlify. Blank lines and comments have no redirect. */
export function parseLineRules(text: string): ParsedList {
  const list: ParsedList = { rows: [], otherPlaces: [] }
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const place = `Line ${index + 1}`
    const words = line
      .replace(/(?:^|\s)#.*/, '')
      .replace(/->|=>|→/, ' ')
      .trim()
      .split(/\s+/)
    if (words[0] !== '') list.rows.push({ place, ...parseWords(words) })
    else if (line.trim() !== '') list.otherPlaces.push(place)
  }
  return list
}

/** Words between the addresses are parameters of the old query. Words after the status are conditions. */
function parseWords(words: readonly string[]): Omit<ListRow, 'place'> {
  const [from = '', ...rest] = words
  const isCode = (word: string) => /^\d{3}!?$/.test(word)
  const end = rest.findIndex((word) => /^(?:\/|https?:|gone$)/i.test(word) || isCode(word))
  const query = rest.slice(0, Math.max(end, 0))
  const [to = '', ...more] = end === -1 || isCode(rest[end] ?? '') ? ['', ...rest.slice(Math.max(end, 0))] : rest.slice(end)
  const code = more.find(isCode)?.replace('!', '') ?? ''
  const conditions = more.filter((word) => !isCode(word))
  const isReadable = to !== '' || code !== ''
  return {
    from: query.length > 0 ? `${from}${from.includes('?') ? '&' : '?'}${query.join('&')}` : from,
    to,
    code,
    obstacle: conditions.length > 0 ? (isReadable ? obstacles.condition : 'It has no new address.') : undefined,
  }
}
