import type { HydrationState, StaticHandlerContext } from 'react-router'
import type { Assets } from './document.tsx'
import type { Visit } from './visit.ts'

type State = HydrationState & { loaderData: { root: Pick<Visit, 'viewer' | 'origin'> } }
type Hydration = { state: State; assets: Assets }

/** The router's state as JSON that cannot close the script element it stands in. */
export function serialiseHydration({ loaderData, actionData }: StaticHandlerContext, assets: Assets): string {
  return JSON.stringify({ state: { loaderData, actionData }, assets }).replaceAll('<', '\\u003c')
}

/** Reads the state back in the browser, with the text itself so that the same document is rendered again. */
export function readHydration(document: Document): Hydration & { text: string } {
  const text = document.getElementById('hydration')?.textContent ?? '{}'
  return { ...(JSON.parse(text) as Hydration), text }
}
