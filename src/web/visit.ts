import { createContext, type RouterContextProvider } from 'react-router'
import type { Call } from '../contract/endpoint.ts'
import type { Refusal } from '../contract/refusal.ts'
import type { Viewer } from '../contract/viewer.ts'

/** What loaders and actions get besides the request: the data door, who is looking, where we live. */
export type Visit = {
  call: Call
  viewer: Viewer
  /** The site's own address without a trailing slash, for canonical links. */
  origin: string
  /** The visitor was somebody whose session has ended. */
  hasEnded?: true
  /** The request was refused before any page could run: the page to show is the one that says so. */
  refusal?: Refusal
  /** Seals what a browser is to keep for us; the server alone can. */
  sealer?: { seal: (text: string) => string; open: (sealed: string) => string | undefined }
}

export const visitContext = createContext<Visit>()

/** The visit of a loader's or action's `context` argument. */
export function visitOf(context: Readonly<RouterContextProvider>): Visit {
  return context.get(visitContext)
}
