import type { Call } from '../../contract/endpoint.ts'
import { listPageFacts } from '../../contract/page-facts.ts'
import type { ListedPage } from '../../contract/public-pages.ts'
import { type Handled, handled } from '../http/http.ts'
import type { Renderer } from './render.ts'

type Parts = {
  factsOf: Renderer['factsOf']
  /** The data door as a visitor's. */
  visitorCall: Call
  readListedPages: () => Promise<readonly ListedPage[]>
}

/** Lets the editor show what holds where the owner leaves a field empty. */
export function pageHandlers({ factsOf, visitorCall, readListedPages }: Parts): Handled[] {
  async function saidBy(page: ListedPage) {
    const { itself, ...facts } = await factsOf(page, visitorCall)
    if (!page.recordId) return { page: page.name, ...itself }
    const { path, title: record, recordId } = page
    return { page: path, ...facts, record: { title: record, id: recordId } }
  }
  return [handled(listPageFacts, async () => Promise.all((await readListedPages()).map(saidBy)))]
}
