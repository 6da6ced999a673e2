import { createContext, type RouterContextProvider } from 'react-router'
import type { PageVisit } from '../contract/core/page-rendering.ts'

export const visitContext = createContext<PageVisit>()

export function getVisit(context: Readonly<RouterContextProvider>): PageVisit {
  return context.get(visitContext)
}
