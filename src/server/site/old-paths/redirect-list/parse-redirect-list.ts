import { redirect } from '#contract/content/kinds/redirect.ts'
import { buildAddRecordSchema } from '#contract/core/record-schemas.ts'
import { normalizePathname } from '#platform/http/request-targets.ts'
import { hasPatternSign, type ListRow, obstacles, type ParsedList } from './list-row.ts'
import { APACHE_RULE, parseApacheRules } from './parse-apache-rules.ts'
import { ARROW_RULE, parseLineRules, SPACED_RULE } from './parse-line-rules.ts'
import { NGINX_RULE, parseNginxRules } from './parse-nginx-rules.ts'
import { parseJsonList, parseTable } from './parse-table.ts'

export type RedirectRecordValues = { oldPath: string; state: 'Moved' | 'Gone'; newPath: string }

/** What a row becomes: a redirect with `values`, or nothing for the reason in `note`. */
export type ListedRedirect = { place: string; from: string; to: string; values?: RedirectRecordValues; note?: string }

export type RedirectList = {
  /** The program that wrote the list, if the list shows it. */
  format: string | undefined
  redirects: ListedRedirect[]
  /** Places without a redirect, such as comments. */
  otherPlaces: readonly string[]
}

/**
 * Parses a list of redirects: a table with the old address first or with named columns, JSON, or the rules of Squarespace,
 * Netlify, Apache or nginx. Full URLs become paths. Each row becomes one entry. Throws an `UnreadableTableError`.
 */
export function parseRedirectList(text: string, origin: string): RedirectList {
  const { rows, otherPlaces, format } = parseByFormat(text.replace(/^\ufeff/, ''))
  const schema = buildAddRecordSchema(redirect)
  const explainProblem: ProblemExplainer = (values) => schema.safeParse(values).error?.issues[0]?.message
  const firstPlaces = new Map<string, ListedRedirect>()
  const redirects = rows.map((row) => {
    const listed = toListedRedirect(row, origin, format, explainProblem)
    if (!listed.values) return listed
    const key = buildRedirectKey(listed.values.oldPath, origin)
    const first = firstPlaces.get(key)
    firstPlaces.set(key, first ?? listed)
    return first ? leaveOut(listed, `${first.place} already has this address.`) : listed
  })
  return { format: format?.name, redirects, otherPlaces }
}

type ListFormat = { name: string; omitsSlashes?: true }

function parseByFormat(text: string): ParsedList & { format?: ListFormat | undefined } {
  const json = /^\s*[[{]/.test(text) ? parseJsonList(text) : undefined
  if (json) return json
  if (NGINX_RULE.test(text)) return { ...parseNginxRules(text), format: { name: 'nginx' } }
  if (APACHE_RULE.test(text)) return { ...parseApacheRules(text), format: { name: 'Apache' } }
  const firstRule = text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '' && !line.trim().startsWith('#')) ?? ''
  if (ARROW_RULE.test(firstRule)) return { ...parseLineRules(text), format: { name: 'Squarespace' } }
  return SPACED_RULE.test(firstRule) ? { ...parseLineRules(text), format: { name: 'Netlify' } } : parseTable(text)
}

/** Formats redirects as a list that `parseRedirectList` reads back. Paths have no tabs and no line breaks. */
export function formatRedirectList(redirects: readonly RedirectRecordValues[]): string {
  const rows = redirects.map(({ oldPath, state, newPath }) => `${oldPath}\t${state === 'Gone' ? 'gone' : newPath}\n`)
  return `sep=\t\nOld\tNew\n${rows.join('')}`
}

/** Returns one key for all spellings of an old path. The order of its parameters doesn't count. */
export function buildRedirectKey(path: string, origin: string): string {
  const url = URL.parse(path, origin)
  if (!url) return path
  url.searchParams.sort()
  return normalizePathname(url) + url.search
}

type ProblemExplainer = (values: RedirectRecordValues) => string | undefined

function toListedRedirect(
  row: ListRow,
  origin: string,
  format: ListFormat | undefined,
  explainProblem: ProblemExplainer,
): ListedRedirect {
  const from = toPath(row.from, format)
  const target = toTarget(row, origin, format)
  const listed = { place: row.place, from, to: target.to }
  if (row.from === '') return leaveOut(listed, row.obstacle ?? 'It has no old address.')
  const obstacle = row.obstacle ?? (hasPatternSign(from) || hasPatternSign(target.to) ? obstacles.pattern : target.obstacle)
  if (obstacle) return leaveOut(listed, obstacle)
  const values: RedirectRecordValues = { oldPath: from, state: target.state, newPath: target.state === 'Gone' ? '' : target.to }
  const problem = explainProblem(values)
  if (problem) return leaveOut(listed, problem)
  const notes = [target.note, row.note].filter((note) => note !== undefined)
  return { ...listed, values, ...(notes.length > 0 && { note: notes.join(' ') }) }
}

export function leaveOut({ place, from, to }: ListedRedirect, note: string): ListedRedirect {
  return { place, from, to, note }
}

type Target = { state: 'Moved' | 'Gone'; to: string; note?: string; obstacle?: string }

/** Decides what the status code and the new address mean together. */
function toTarget({ to, code }: ListRow, origin: string, format: ListFormat | undefined): Target {
  const isGoneWord = /^(?:gone|410|-)$/i.test(to)
  const isGoneCode = code === '410' || code === '451'
  if (isGoneCode || isGoneWord || (to === '' && code === '')) {
    const unused = to === '' || isGoneWord ? '' : ` Its new address ${to} isn’t used.`
    return {
      state: 'Gone',
      to: isGoneWord ? '' : to,
      ...(code === '451' && { note: `It’s unavailable for legal reasons (451) there, and gone (410) here.${unused}` }),
      ...(code !== '451' && unused !== '' && { note: unused.trim() }),
    }
  }
  const path = toPathOnSite(to, origin, format)
  const moved = { state: 'Moved' as const, to: path ?? to }
  if (code === '404') return { ...moved, obstacle: 'It answers “not found” (404), as every address without a page does here.' }
  if (code === '200') return { ...moved, obstacle: obstacles.passThrough }
  if (!/^(?:|30[12378])$/.test(code)) return { ...moved, obstacle: `Its status ${code} isn’t a redirect.` }
  if (to === '') return { ...moved, obstacle: `It has no new address, although its status is ${code}.` }
  if (format?.name === 'Rank Math' && to === 'DELETE') return { ...moved, obstacle: 'It removes a redirect.' }
  if (path === undefined) return { ...moved, obstacle: `${to} is on another site.` }
  const isTemporary = code !== '' && code !== '301' && code !== '308'
  return { ...moved, ...(isTemporary && { note: `It’s temporary (${code}) there, and permanent (301) here.` }) }
}

const FULL_URL = /^(?:https?:)?\/\//i

/** Returns the path, query and fragment of a full URL. Spaces are percent-encoded. */
function toPath(cell: string, format?: ListFormat): string {
  const url = FULL_URL.test(cell) ? URL.parse(cell, 'https://localhost') : undefined
  if (url) return url.pathname + url.search + url.hash
  const isBare = format?.omitsSlashes && cell !== '' && !/^(?:\/|\w+:)/.test(cell)
  return (isBare ? `/${cell}` : cell).replace(/\s/g, encodeURIComponent)
}

/** Returns undefined for a full URL of another site. Its scheme and a leading `www.` don't count. */
function toPathOnSite(cell: string, origin: string, format?: ListFormat): string | undefined {
  const url = FULL_URL.test(cell) ? URL.parse(cell, origin) : undefined
  if (FULL_URL.test(cell) && (!url || getHostKey(url) !== getHostKey(new URL(origin)))) return undefined
  return toPath(cell, format)
}

function getHostKey({ hostname, port }: URL): string {
  return `${hostname.replace(/^www\./, '')}:${port}`
}
