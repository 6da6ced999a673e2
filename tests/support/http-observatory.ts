import { expect } from 'vitest'

/** A reply as the scanner sees it over https. Header names are in lower case. */
type ScannedReply = { headers: Record<string, unknown>; html: string; cookies: readonly string[] }

type Finding = { test: string; points: number }

/** The sources that a broad policy would let in. */
const BROAD_SOURCES = ['ftp:', 'http:', 'https:', '*', 'http://*', 'https://*']
const SIX_MONTHS = 15_552_000
const MIN_SCORE_FOR_BONUS = 90

/**
 * Scores a reply by Mozilla's HTTP Observatory, version 2.
 * A site starts at 100. Faults subtract points. Extra measures add points if the faults left at least 90. 100 or more is an
 * A+.
 * One reply can't show the redirect from http or the HSTS preload list, so the score leaves them out.
 */
export function scoreSecurityHeaders(reply: ScannedReply): { score: number; findings: Finding[] } {
  const findings = [
    scoreContentSecurityPolicy(reply),
    scoreCookies(reply),
    scoreHsts(reply),
    scoreReferrerPolicy(reply),
    scoreContentTypeOptions(reply),
    scoreFraming(reply),
    scoreCors(reply),
    scoreResourcePolicy(reply),
    scoreScripts(reply),
  ]
  const scoreAfterFaults = findings.reduce((sum, { points }) => sum + Math.min(points, 0), 100)
  const bonus = findings.reduce((sum, { points }) => sum + Math.max(points, 0), 0)
  return { score: Math.max(0, scoreAfterFaults >= MIN_SCORE_FOR_BONUS ? scoreAfterFaults + bonus : scoreAfterFaults), findings }
}

/** Expects an A+, no inline script and no inline style. */
export function expectSecurePage({ headers, text: html }: { headers: Record<string, unknown>; text: string }): void {
  const cookies = [headers['set-cookie'] ?? []].flat().map(String)
  const { score, findings } = scoreSecurityHeaders({ headers, html, cookies })
  expect(score, JSON.stringify(findings)).toBeGreaterThanOrEqual(100)
  expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=/i)
  expect(html).not.toMatch(/<style\b/i)
  for (const [tag] of html.matchAll(/<script\b[^>]*>/gi)) expect(tag).toMatch(/\ssrc="\/|type="application\/(ld\+)?json"/)
}

function getHeader({ headers }: ScannedReply, name: string): string {
  return String(headers[name] ?? '').trim()
}

/** Parses a policy. Returns undefined if a directive appears twice, which makes the policy invalid. */
export function parseCspDirectives(text: string): Map<string, string[]> | undefined {
  const directives = new Map<string, string[]>()
  for (const part of text
    .split(';')
    .map((one) => one.trim().split(/\s+/))
    .filter(([name]) => name)) {
    const [name = '', ...sources] = part.map((word) => word.toLowerCase())
    if (directives.has(name)) return undefined
    directives.set(name, sources.length === 0 && name.endsWith('-src') ? ["'none'"] : sources)
  }
  return directives
}

/** -25 none or invalid. -20 foreign scripts or http. -10 eval or http images. 0 unsafe styles. +5 safe. +10 `default-src 'none'`. */
function scoreContentSecurityPolicy(reply: ScannedReply): Finding {
  const directives = parseCspDirectives(getHeader(reply, 'content-security-policy'))
  const finding = (points: number) => ({ test: 'content-security-policy', points })
  if (!directives || directives.size === 0) return finding(-25)
  const sources = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*']
  const has = (name: string, bad: readonly string[]) => sources(name).some((source) => bad.includes(source))
  const isOpen = (name: string) => sources(name).some((source) => source.startsWith('http:') || source.startsWith('ftp:'))
  const passive = ['img-src', 'media-src']
  if (has('script-src', [...BROAD_SOURCES, "'unsafe-inline'", 'data:']) || has('object-src', BROAD_SOURCES)) return finding(-20)
  if ([...directives.keys()].some((name) => !passive.includes(name) && isOpen(name))) return finding(-20)
  if (has('script-src', ["'unsafe-eval'"]) || has('style-src', ["'unsafe-eval'"])) return finding(-10)
  if (passive.some(isOpen)) return finding(-10)
  if (has('style-src', [...BROAD_SOURCES, "'unsafe-inline'", 'data:'])) return finding(0)
  return finding(String(directives.get('default-src')) === "'none'" ? 10 : 5)
}

/** Subtracts points for cookies without Secure, HttpOnly or SameSite. +5 without such faults. */
function scoreCookies({ cookies: all }: ScannedReply): Finding {
  const points = all.map((cookie) => {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
    const named = new Map(attributes.map((one) => one.toLowerCase().split('=')).map(([name = '', value]) => [name, value]))
    const isSession = /login|sess/i.test(pair.split('=')[0] ?? '')
    const sameSite = named.get('samesite')
    if (isSession && !named.has('httponly')) return -30
    if (named.has('samesite') && !['lax', 'strict', 'none'].includes(sameSite ?? '')) return -20
    if (!named.has('secure')) return sameSite === 'none' ? -20 : isSession ? -10 : -5
    return named.has('samesite') ? 5 : 0
  })
  return { test: 'cookies', points: points.length === 0 ? 0 : Math.min(...points) }
}

/** -20 if HSTS is missing or malformed, -10 if it lasts less than six months. */
function scoreHsts(reply: ScannedReply): Finding {
  const age = /^max-age=(\d+)(;|$)/i.exec(getHeader(reply, 'strict-transport-security'))?.[1]
  return { test: 'strict-transport-security', points: age === undefined ? -20 : Number(age) < SIX_MONTHS ? -10 : 0 }
}

function scoreReferrerPolicy(reply: ScannedReply): Finding {
  const value = getHeader(reply, 'referrer-policy')
  const isPrivate = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(value)
  return { test: 'referrer-policy', points: isPrivate ? 5 : value === '' ? 0 : -5 }
}

function scoreContentTypeOptions(reply: ScannedReply): Finding {
  return { test: 'x-content-type-options', points: getHeader(reply, 'x-content-type-options') === 'nosniff' ? 0 : -5 }
}

/** +5 for frame-ancestors, 0 for X-Frame-Options, -20 for neither. */
function scoreFraming(reply: ScannedReply): Finding {
  const ancestors = parseCspDirectives(getHeader(reply, 'content-security-policy'))?.get('frame-ancestors')
  const isProtected = ancestors !== undefined && !ancestors.some((source) => BROAD_SOURCES.includes(source))
  const hasLegacyHeader = /^(deny|sameorigin)$/i.test(getHeader(reply, 'x-frame-options'))
  return { test: 'x-frame-options', points: isProtected ? 5 : hasLegacyHeader ? 0 : -20 }
}

/** -50 if any other site may read replies for the visitor's session. */
function scoreCors(reply: ScannedReply): Finding {
  return {
    test: 'cross-origin-resource-sharing',
    points: getHeader(reply, 'access-control-allow-credentials') === 'true' ? -50 : 0,
  }
}

function scoreResourcePolicy(reply: ScannedReply): Finding {
  const value = getHeader(reply, 'cross-origin-resource-policy')
  return {
    test: 'cross-origin-resource-policy',
    points: ['same-origin', 'same-site'].includes(value) ? 10 : ['', 'cross-origin'].includes(value) ? 0 : -5,
  }
}

/** Scripts of other sites need https and a hash. Our own need neither. */
function scoreScripts({ html }: ScannedReply): Finding {
  const externalScripts = [...html.matchAll(/<script\b[^>]*\bsrc="((?:https?:)?\/\/[^"]*)"[^>]*>/gi)]
  const points = externalScripts.map(([tag, source = '']) =>
    !source.startsWith('https:') ? -50 : tag.includes('integrity=') ? 0 : -5,
  )
  return { test: 'subresource-integrity', points: Math.min(0, ...points) }
}
