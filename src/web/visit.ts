import { createContext, type RouterContextProvider } from 'react-router'
import type { Visit } from '../contract/grammar/rendering.ts'

export const visitContext = createContext<Visit>()

/** The visit of a loader's or action's `context` argument. */
export function visitOf(context: Readonly<RouterContextProvider>): Visit {
  return context.get(visitContext)
}
