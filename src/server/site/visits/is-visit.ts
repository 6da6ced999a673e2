import type { IncomingMessage } from 'node:http'

/** Matches the User-Agents of bots. Browsers never contain these texts. Case-sensitive matching is faster. */
const BOT_PATTERN = /https?:|[Bb]ot\b|[Cc]rawler|[Ss]pider|compatible;|Headless|Lighthouse|WhatsApp/

/** The parts of a request that decide. The server stores none of them. */
type VisitRequest = Pick<IncomingMessage, 'method' | 'headers'>

/** Returns whether a person probably requested the page and allows counting. It is fast, because cached pages need it. */
export function isVisit({ method, headers }: VisitRequest): boolean {
  const userAgent = headers['user-agent']
  return (
    method === 'GET' &&
    userAgent?.startsWith('Mozilla/') === true &&
    allowsTracking(headers.dnt, headers['sec-gpc']) &&
    !isPrefetch(headers) &&
    !BOT_PATTERN.test(userAgent)
  )
}

/** Takes the headers `DNT` (Do Not Track) and `Sec-GPC` (Global Privacy Control). Either one opts out. */
export function allowsTracking(doNotTrack: unknown, privacyControl: unknown): boolean {
  return doNotTrack !== '1' && privacyControl !== '1'
}

/** Detects prefetched pages, which a visitor may never see. `purpose` and `x-moz` are the older header names. */
function isPrefetch(headers: VisitRequest['headers']): boolean {
  return (headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']) !== undefined
}
