import { type ListRow, obstacles, type ParsedList, parseLiteralPattern } from './list-row.ts'

/** Matches a line with a redirect of Apache's mod_alias or mod_rewrite (Apache 2.4). */
export const APACHE_RULE =
  /^[ \t]*(?:Rewrite(?:Rule|Cond|Engine)[ \t]|Redirect(?:Match|Permanent|Temp)[ \t]|Redirect[ \t]+(?:\d{3}|permanent|temp|seeother|gone|["'/]|https?:))/im

const statusNames: Readonly<Record<string, string>> = { permanent: '301', temp: '302', seeother: '303', gone: '410' }

/** Parses `Redirect`, `RedirectMatch` and `RewriteRule`. Other lines have no redirect. */
export function parseApacheRules(text: string): ParsedList {
  const list: ParsedList = { rows: [], otherPlaces: [] }
  let hasCondition = false
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const place = `Line ${index + 1}`
    const [directive = '', ...args] = splitArguments(line)
    const row = parseDirective(directive.toLowerCase(), args, hasCondition)
    if (row) list.rows.push({ place, ...row })
    else if (line.trim() !== '') list.otherPlaces.push(place)
    hasCondition = directive.toLowerCase() === 'rewritecond' || (hasCondition && !row)
  }
  return list
}

/** Splits at spaces outside of quotes. A comment has no arguments. */
function splitArguments(line: string): string[] {
  if (line.trim().startsWith('#')) return []
  return [...line.matchAll(/"((?:\\.|[^"\\])*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )
}

function parseDirective(directive: string, args: readonly string[], hasCondition: boolean): Omit<ListRow, 'place'> | undefined {
  if (directive === 'redirect' || directive === 'redirectmatch') {
    const status = statusNames[args[0]?.toLowerCase() ?? ''] ?? /^\d{3}$/.exec(args[0] ?? '')?.[0]
    const [from = '', to = ''] = status === undefined ? args : args.slice(1)
    return parseAlias(directive === 'redirectmatch', from, to, status ?? '302')
  }
  if (directive === 'redirectpermanent') return parseAlias(false, args[0] ?? '', args[1] ?? '', '301')
  if (directive === 'redirecttemp') return parseAlias(false, args[0] ?? '', args[1] ?? '', '302')
  return directive === 'rewriterule' ? parseRewriteRule(args, hasCondition) : undefined
}

/** `Redirect` also moves all addresses below the old one. A file has none below it. */
function parseAlias(isPattern: boolean, from: string, to: string, code: string): Omit<ListRow, 'place'> {
  const literal = isPattern ? parseLiteralPattern(from) : from
  if (literal === undefined) return { from, to, code, obstacle: obstacles.pattern }
  const hasPathsBelow = !isPattern && !/\.\w+$/.test(from)
  return { from: literal, to, code, ...(hasPathsBelow && { note: 'Addresses below it aren’t redirected.' }) }
}

function parseRewriteRule(
  [pattern = '', target = '', flagList = '']: readonly string[],
  hasCondition: boolean,
): Omit<ListRow, 'place'> {
  const flags = flagList
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((flag) => flag.trim())
  const findFlag = (name: RegExp) => flags.find((flag) => name.test(flag))
  const redirectFlag = findFlag(/^(?:R|redirect)(?:=|$)/i)
  const status = redirectFlag?.split('=')[1]?.toLowerCase() ?? '302'
  const isGone = findFlag(/^(?:G|gone)$/i) !== undefined
  const code = isGone ? '410' : (statusNames[status] ?? status)
  const literal = parseLiteralPattern(pattern)
  const isRedirect = isGone || redirectFlag !== undefined || /^https?:/i.test(target)
  const obstacle = hasCondition
    ? obstacles.condition
    : literal === undefined
      ? obstacles.pattern
      : isRedirect && !findFlag(/^(?:P|proxy)$/i)
        ? undefined
        : obstacles.passThrough
  // A question mark at the end drops the query. A target may leave out the slash.
  const path = target.replace(/\?$/, '')
  const to = isGone || path === '-' ? '' : /^(?:\/|\w+:|$)/.test(path) ? path : `/${path}`
  return { from: literal ?? pattern, to, code, obstacle }
}
