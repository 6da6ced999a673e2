import { type ListRow, obstacles, parseLiteralPattern } from './list-row.ts'

/**
 * The tables that other programs export, by columns of their header. All facts are from the program's source or manual:
 *
 * | program | source | fact |
 * | --- | --- | --- |
 * | Redirection 5.5 (WordPress) | `fileio/csv.php` | a 4xx row has an empty target; numbers stand without quotes; a redirect that depends on its visitor has the target `/unknown`; status is `active` or `disabled`; type `pass` has code 0 |
 * | Redirection 5.5, JSON | `fileio/json.php`, `models/redirect/redirect.php` | `action_data` is an object, an older version's is text; `enabled` is also false in a group |
 * | Yoast SEO Premium 22 | `redirect-csv-loader.php`, help page "Import redirects" | `Origin,Target,Type,Format`; 410 and 451 have an empty target; origins may lack the slash |
 * | Rank Math PRO 3 | help page "Manage redirects via CSV" | addresses lack slashes; `matching` is `exact`, `contains`, `start`, `end` or `regex`; the destination `DELETE` removes a redirect |
 * | Shopify | help page "URL redirects" | `Redirect from,Redirect to` |
 * | Webflow | help page "Set 301 redirects" | an old path has `%` before `-`, `_` and other signs; `(.*)` and `%1` are patterns |
 */
const tableFormats: readonly TableFormat[] = [
  { name: 'Redirection', columns: ['source', 'target', 'regex', 'code'], conditionTarget: '/unknown' },
  { name: 'Redirection (JSON)', columns: ['url', 'action code', 'match type'] },
  { name: 'Yoast SEO', columns: ['origin', 'target', 'type'], omitsSlashes: true },
  { name: 'Rank Math', columns: ['source', 'matching', 'destination', 'type'], omitsSlashes: true },
  { name: 'Shopify', columns: ['redirect from', 'redirect to'] },
  { name: 'Webflow', columns: ['old path'], hasPercentEscapes: true },
]

export type TableFormat = {
  name: string
  columns: readonly string[]
  /** The target of a redirect that depends on who visits. */
  conditionTarget?: string
  /** Addresses may begin without a slash. */
  omitsSlashes?: true
  /** A percent sign stands before signs of the old path, without hexadecimal digits. */
  hasPercentEscapes?: true
}

/** The names of the columns, in lowercase and without punctuation. Other columns aren't read. */
const columnNames = {
  from: names(
    'old, old url, old address, old path, old page, old link, from, from url, url from, from path, source, source url, source path',
    'source address, origin, original, original url, redirect from, request url, url, incoming url, alte url, address',
  ),
  to: names(
    'new, new url, new address, new path, new page, new link, to, to url, url to, to path, target, target url, target path',
    'target address, destination, destination url, destination path, redirect to, redirect to path, redirect to page, redirect',
    'redirect url, redirects to, action data, action data url, neue url, final url',
  ),
  code: names(
    'code, type, status, status code, http code, http status, http status code, redirect type, redirect code, response code',
    'action code, action type, matching, match, format',
  ),
  matchType: names('match type'),
  regex: names('regex, is regex, regexp, wildcard'),
  enabled: names('enabled, active, is active, is enabled'),
  permanent: names('permanent'),
  condition: names('has, missing, conditions, condition'),
} as const

type ColumnRole = keyof typeof columnNames

function names(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(', ')))
}

/** What a word in a column such as `type` or `status` means. An empty meaning says nothing new. */
const wordMeanings: Readonly<Record<string, { code?: string; obstacle?: string }>> = {
  ...Object.fromEntries('url exact plain active enabled live error redirect yes true'.split(' ').map((word) => [word, {}])),
  permanent: { code: '301' },
  temporary: { code: '302' },
  gone: { code: '410' },
  ...fromWords('disabled inactive trashed trash draft', obstacles.inactive),
  ...fromWords('regex contains start end wildcard prefix', obstacles.pattern),
  ...fromWords('pass rewrite proxy', obstacles.passThrough),
  random: { obstacle: obstacles.random },
  nothing: { obstacle: obstacles.nothing },
}

function fromWords(words: string, obstacle: string) {
  return Object.fromEntries(words.split(' ').map((word) => [word, { obstacle }]))
}

/** The columns of a table with a header. */
export type TableHeader = { roles: readonly (ColumnRole | undefined)[]; format: TableFormat | undefined }

/** Returns undefined if the cells aren't column names: a header names at least the old address, and one more column. */
export function parseTableHeader(cells: readonly string[]): TableHeader | undefined {
  const titles = cells.map((cell) =>
    cell
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
  const roleNames = Object.keys(columnNames) as ColumnRole[]
  const roles = cells.map((cell, index) =>
    /[/.]/.test(cell) ? undefined : roleNames.find((role) => columnNames[role].has(titles[index] ?? '')),
  )
  const isHeader = roles.includes('from') && roles.some((role) => role !== undefined && role !== 'from')
  const format = tableFormats.find(({ columns }) => columns.every((column) => titles.includes(column)))
  return isHeader ? { roles, format } : undefined
}

/** Reads a row of a table with a header. */
export function parseTableRow({ roles, format }: TableHeader, cells: readonly string[], place: string): ListRow {
  const getCell = (role: ColumnRole) => (cells[roles.indexOf(role)] ?? '').trim()
  const [from, to, condition, matchType] = [getCell('from'), getCell('to'), getCell('condition'), getCell('matchType')]
  const isConditional = condition !== '' || !/^(?:url)?$/i.test(matchType) || (to !== '' && to === format?.conditionTarget)
  const words = cells.filter((_cell, index) => roles[index] === 'code').map((cell) => cell.trim().toLowerCase())
  const meanings = words.map((word) => wordMeanings[word] ?? {})
  const isPermanent = getCell('permanent')
  const code = isPermanent === '' ? '' : isTrue(isPermanent) ? '301' : '302'
  const obstacle =
    (getCell('enabled') !== '' && !isTrue(getCell('enabled')) ? obstacles.inactive : undefined) ??
    meanings.find((meaning) => meaning.obstacle)?.obstacle ??
    (isTrue(getCell('regex')) ? obstacles.pattern : undefined) ??
    (isConditional ? obstacles.condition : undefined)
  const literal = obstacle === obstacles.pattern ? parseLiteralPattern(from) : undefined
  const unknownWord = words.find((word) => !/^\d*$/.test(word) && !Object.hasOwn(wordMeanings, word))
  return {
    place,
    from: literal ?? (format?.hasPercentEscapes ? from.replace(/%([^0-9A-Fa-f])/g, '$1') : from),
    to,
    code: words.find((word) => /^\d+$/.test(word)) ?? meanings.find((meaning) => meaning.code)?.code ?? code,
    obstacle: literal === undefined ? obstacle : undefined,
    note: unknownWord === undefined ? undefined : `The word “${unknownWord}” isn’t read.`,
  }
}

function isTrue(cell: string): boolean {
  return /^(?:1|true|yes|y|on|x|active|enabled|regex)$/i.test(cell)
}
