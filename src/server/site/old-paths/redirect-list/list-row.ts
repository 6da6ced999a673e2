/** One redirect as a list states it, before its addresses are checked. */
export type ListRow = {
  /** Where it stands, such as `Row 3` of a table or `Line 3` of a text. */
  place: string
  from: string
  to: string
  /** The status code or its name. Empty if the list doesn't say. */
  code: string
  /** Why the row can't become a redirect of one address. */
  obstacle?: string | undefined
  /** What the redirect loses here. */
  note?: string | undefined
}

/** The rows of a list, and the places that hold something else, such as comments and settings. */
export type ParsedList = { rows: ListRow[]; otherPlaces: string[] }

export const obstacles = {
  pattern: 'It’s a pattern for several addresses. List those addresses instead.',
  inactive: 'It’s switched off.',
  condition: 'It depends on a condition, such as a log-in, a country or a browser.',
  passThrough: 'It shows another page without a redirect.',
  random: 'It leads to a random page.',
  nothing: 'It does nothing.',
} as const

/** Matches parts of a path that stand for other text: `*`, `(.*)`, `[0-9]+`, `[name]`, `:slug`, `^`, `\d`. */
const PATTERN_SIGN = /[*^|]|\(\.|\[|\/:[a-z]|\\[dw.]/i
/** Matches copies of such text, also in a query: `$1`, `$` at the end, `id=:id`. */
const PLACEHOLDER = /\$(?:$|\d)|[/=]:[a-z]/i

export function hasPatternSign(path: string): boolean {
  return PATTERN_SIGN.test(path.replace(/\?.*/, '')) || PLACEHOLDER.test(path)
}

/**
 * Returns the one path that an anchored regular expression matches, such as `/old.html` for `^/old\.html$`. An optional slash
 * at the end counts as the same path. Returns undefined for any other pattern. An unescaped dot counts as a dot.
 */
export function parseLiteralPattern(pattern: string): string | undefined {
  const body = /^(?:\(\?i\))?\^(.*)\$$/.exec(pattern)?.[1]?.replace(/\/\?$/, '')
  if (body === undefined || /(?:^|[^\\])(?:\\\\)*(?:[()[\]{}*+?|^$]|\\[a-z\d])/i.test(body)) return undefined
  const path = body.replace(/\\(.)/g, '$1')
  return path.startsWith('/') ? path : `/${path}`
}
