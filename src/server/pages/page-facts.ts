import type { Call } from '../../contract/endpoint.ts'
import { listPageFacts } from '../../contract/page-facts.ts'
import { publicPages } from '../../contract/public-pages.ts'
import { handled } from '../http/http.ts'
import type { Module } from '../module.ts'
import type { Renderer } from './render.ts'

type Parts = {
  factsOf: Renderer['factsOf']
  /** The data door as a visitor's. */
  visitorCall: Call
}

/** Lets the editor show what holds where the owner leaves a field empty. */
export function createPageFacts({ factsOf, visitorCall }: Parts): Module {
  const pageFacts = handled(listPageFacts, () =>
    Promise.all(publicPages.map(async ({ name }) => ({ page: name, ...(await factsOf(name, visitorCall)).itself }))),
  )
  return { handlers: [pageFacts], dataTables: [] }
}
