import type { IncomingMessage } from 'node:http'

/** What programs put into the name that they give, an address above all; browsers never do. In letters as they come: that is faster. */
const BOT_PATTERN = /https?:|[Bb]ot\b|[Cc]rawler|[Ss]pider|compatible;|Headless|Lighthouse|WhatsApp/

/** What is looked at of a request; nothing of it is kept. */
type VisitRequest = Pick<IncomingMessage, 'method' | 'headers'>

/** Whether a person may have asked for a page, and has not asked to be left out. Kept documents ask it each time: it is cheap. */
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

/** By the headers `DNT` (Do Not Track) and `Sec-GPC` (Global Privacy Control): whoever sends either is in no count. */
export function allowsTracking(doNotTrack: unknown, privacyControl: unknown): boolean {
  return doNotTrack !== '1' && privacyControl !== '1'
}

/** Browsers say so of a page that nobody may ever look at; the older names are those of other browsers. */
function isPrefetch(headers: VisitRequest['headers']): boolean {
  return (headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']) !== undefined
}
