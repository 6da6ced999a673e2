import type { Call } from '../../contract/endpoint.ts'
import { listPageFacts } from '../../contract/page-facts.ts'
import { publicPages } from '../../contract/public-pages.ts'
import { type Handled, handled } from '../http/http.ts'
import type { Renderer } from './render.ts'

/** Lets the editor show what holds where the owner leaves a field empty. */
export function pageFactsHandler(factsOf: Renderer['factsOf'], visitorCall: () => Call): Handled {
  return handled(listPageFacts, () =>
    Promise.all(publicPages.map(async ({ name }) => ({ page: name, ...(await factsOf(name, visitorCall())).itself }))),
  )
}
