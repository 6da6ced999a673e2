import type { IncomingMessage } from 'node:http'

/** What programs put into the name that they give; browsers never do. Cubot makes telephones. */
const PROGRAM =
  /(?<!cu)bot\b|crawl|spider|slurp|compatible;|preview|headless|lighthouse|monitor|archiv|scan|fetch|facebookexternalhit|whatsapp/i

/** What is looked at of a request; nothing of it is kept. */
type Asked = Pick<IncomingMessage, 'method' | 'headers'>

/** Whether a person may have asked for a page, and has not asked to be left out. Kept documents ask it each time: it is cheap. */
export function isVisit({ method, headers }: Asked): boolean {
  const agent = headers['user-agent']
  return (
    method === 'GET' &&
    agent?.startsWith('Mozilla/') === true &&
    mayBeCounted(headers.dnt, headers['sec-gpc']) &&
    !isAhead(headers) &&
    !PROGRAM.test(agent)
  )
}

/** By the headers `DNT` (Do Not Track) and `Sec-GPC` (Global Privacy Control): whoever sends either is in no count. */
export function mayBeCounted(doNotTrack: unknown, privacyControl: unknown): boolean {
  return doNotTrack !== '1' && privacyControl !== '1'
}

/** Browsers say so of a page that nobody may ever look at; the older names are those of other browsers. */
function isAhead(headers: Asked['headers']): boolean {
  return (headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']) !== undefined
}
