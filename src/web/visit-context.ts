import { createContext, type RouterContextProvider } from 'react-router'
import type { PageRequestContext } from '../contract/core/page-rendering.ts'

export const pageVisitContext = createContext<PageRequestContext>()

export function getPageVisit(context: Readonly<RouterContextProvider>): PageRequestContext {
  return context.get(pageVisitContext)
}
