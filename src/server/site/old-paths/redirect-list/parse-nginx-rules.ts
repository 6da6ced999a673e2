import { type ListRow, obstacles, type ParsedList, parseLiteralPattern } from './list-row.ts'

/** Matches a line with a redirect of nginx (1.28). */
export const NGINX_RULE = /^[ \t]*(?:rewrite[ \t]+[^\s;]+[ \t]|location[ \t]|map[ \t]+\$|return[ \t]+\d{3}\b|server[ \t]*\{)/m

/** A statement such as `return 301 /new` with the blocks around it, outermost first. */
type Statement = { words: string[]; place: string; blocks: readonly (readonly string[])[] }

/** The variables that hold the requested path. */
const PATH_VARIABLE = /^\$(?:request_uri|uri|document_uri)$/

/** Parses `rewrite`, `return` in a `location`, and the entries of a `map` of paths. Other statements have no redirect. */
export function parseNginxRules(text: string): ParsedList {
  const list: ParsedList = { rows: [], otherPlaces: [] }
  for (const statement of listStatements(text)) {
    const row = parseStatement(statement)
    if (row) list.rows.push({ place: statement.place, ...row })
    else list.otherPlaces.push(statement.place)
  }
  return list
}

function listStatements(text: string): Statement[] {
  const statements: Statement[] = []
  const blocks: string[][] = []
  let words: string[] = []
  let line = 1
  let firstLine = 1
  for (const [token] of text.matchAll(/#[^\r\n]*|\r\n|\r|\n|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[;{}]|[^\s;{}"']+/g)) {
    const ends = token.match(/\r\n|\r|\n/g)?.length ?? 0
    line += ends
    if (/^(?:#|[\r\n])/.test(token)) continue
    if (words.length === 0) firstLine = line
    if (token === '}') blocks.pop()
    else if (token === '{') blocks.push(words)
    else if (token === ';') statements.push({ words, place: `Line ${firstLine}`, blocks: [...blocks] })
    else {
      words.push(token.replace(/^(["'])(.*)\1$/s, '$2'))
      continue
    }
    words = []
  }
  if (words.length > 0) statements.push({ words, place: `Line ${firstLine}`, blocks: [...blocks] })
  return statements
}

function parseStatement({ words, blocks }: Statement): Omit<ListRow, 'place'> | undefined {
  const [name = '', ...args] = words
  const block = blocks.at(-1) ?? []
  if (block[0] === 'map') return PATH_VARIABLE.test(block[1] ?? '') ? parseMapEntry(words) : undefined
  const obstacle = blocks.some(([kind]) => kind === 'if') ? obstacles.condition : undefined
  if (name === 'rewrite') return withObstacle(parseRewrite(args), obstacle)
  return name === 'return' ? withObstacle(parseReturn(args, block), obstacle) : undefined
}

function withObstacle(row: Omit<ListRow, 'place'>, obstacle: string | undefined): Omit<ListRow, 'place'> {
  return obstacle ? { ...row, obstacle } : row
}

function parseMapEntry([key = '', value = '']: readonly string[]): Omit<ListRow, 'place'> | undefined {
  if ((key === 'default' && value === '') || ['hostnames', 'volatile'].includes(key)) return undefined
  if (key === 'default') return { from: key, to: value, code: '', obstacle: obstacles.pattern }
  const literal = key.startsWith('~') ? parseLiteralPattern(key.replace(/^~\*?/, '')) : key
  const obstacle = key === 'include' || literal === undefined ? obstacles.pattern : undefined
  return { from: literal ?? key, to: stripHostVariables(value), code: '', obstacle }
}

function parseRewrite([pattern = '', target = '', flag = '']: readonly string[]): Omit<ListRow, 'place'> {
  const literal = parseLiteralPattern(pattern)
  const code = flag === 'permanent' ? '301' : '302'
  const isRedirect = flag === 'permanent' || flag === 'redirect' || /^https?:|^\$scheme/i.test(target)
  const obstacle = literal === undefined ? obstacles.pattern : isRedirect ? undefined : obstacles.passThrough
  return { from: literal ?? pattern, to: stripHostVariables(target).replace(/\?$/, ''), code, obstacle }
}

/** A `return` redirects the location that it stands in. With one argument that is a URL, its status is 302. */
function parseReturn(args: readonly string[], [block, ...location]: readonly string[]): Omit<ListRow, 'place'> {
  const [code = '', to = ''] = /^\d{3}$/.test(args[0] ?? '') ? args : ['302', ...args]
  const [modifier = '', path = modifier] = location
  const target = stripHostVariables(to)
  if (block !== 'location' || path.startsWith('@')) return { from: '', to: target, code, obstacle: obstacles.pattern }
  const literal = modifier.startsWith('~') ? parseLiteralPattern(path) : path
  if (literal === undefined) return { from: path, to: target, code, obstacle: obstacles.pattern }
  const hasPathsBelow = modifier !== '=' && !modifier.startsWith('~')
  return { from: literal, to: target, code, ...(hasPathsBelow && { note: 'Addresses that begin with it aren’t redirected.' }) }
}

/** Removes variables that stand for this site or for the request's query. */
function stripHostVariables(target: string): string {
  return target.replace(/^(?:\$scheme|https?):\/\/\$(?:host|http_host|server_name)/, '').replace(/\$is_args\$args$|\?\$args$/, '')
}
