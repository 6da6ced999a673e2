import { createContext, type RouterContextProvider } from 'react-router'
import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'

export const pageRequestRouterContext = createContext<PageRequestContext>()

export function getPageRequestContext(context: Readonly<RouterContextProvider>): PageRequestContext {
  return context.get(pageRequestRouterContext)
}
