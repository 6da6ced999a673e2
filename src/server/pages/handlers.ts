import type { Call } from '../../contract/endpoint.ts'
import { pageData } from '../../contract/page-data.ts'
import { listPageFacts } from '../../contract/page-facts.ts'
import { publicPages } from '../../contract/public-pages.ts'
import { NOT_LOGGED_IN, Refusal } from '../../contract/refusal.ts'
import { type Caller, type Handled, handled } from '../http/http.ts'
import type { Renderer } from './render.ts'

type Parts = {
  factsOf: Renderer['factsOf']
  /** The data door as a visitor's. */
  visitorCall: Call
}

/** Lets the editor show what holds where the owner leaves a field empty. */
export function pageHandlers({ factsOf, visitorCall }: Parts): Handled[] {
  return [
    handled(listPageFacts, () =>
      Promise.all(publicPages.map(async ({ name }) => ({ page: name, ...(await factsOf(name, visitorCall)).itself }))),
    ),
  ]
}

type PageDataParts = {
  loadPage: Renderer['loadPage']
  /** The data door as whoever asks: each call of a page is allowed, or refused, by its own rule. */
  callFor: (caller: Caller) => Call
  origin: string
}

/** What an admin page shows, in one answer (docs/decisions/0054). */
export function pageDataHandler({ loadPage, callFor, origin }: PageDataParts): Handled {
  return handled(pageData, async ({ query: { address, frame = false } }, caller) => {
    const { viewer, hasEnded } = caller.session
    const request = new Request(origin + address, { headers: caller.headers })
    const loaded = await loadPage(request, { call: callFor(caller), viewer, origin, hasEnded }, frame)
    if (!(loaded instanceof Response)) {
      for (const [name, value] of loaded.headers) caller.replyHeaders.append(name, value)
      return { data: loaded.data }
    }
    // The browser knows whether somebody was logged in there until now.
    if (viewer.kind === 'visitor') throw new Refusal(401, NOT_LOGGED_IN)
    return { data: {}, redirect: loaded.headers.get('location') ?? '/' }
  })
}
