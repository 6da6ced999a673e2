import type { Call } from '../../contract/endpoint.ts'
import { listPageFacts } from '../../contract/page-facts.ts'
import { publicPages } from '../../contract/public-pages.ts'
import { type Handled, handled } from '../http/http.ts'
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
