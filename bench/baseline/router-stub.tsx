import type { ReactNode } from 'react'
import { createContext as createReactContext, useContext } from 'react'

// Replaces the router with the hooks that the landing page calls.
type StubData = { pathname: string; root: unknown; site: unknown; page: unknown; outlet: ReactNode }

export const StubDataContext = createReactContext<StubData>({
  pathname: '/',
  root: undefined,
  site: undefined,
  page: undefined,
  outlet: null,
})

export function Outlet() {
  return useContext(StubDataContext).outlet
}

export function useLocation() {
  return { pathname: useContext(StubDataContext).pathname }
}

export function useLoaderData() {
  return useContext(StubDataContext).page
}

export function useRouteLoaderData(id: 'root' | 'site') {
  return useContext(StubDataContext)[id]
}

export const createContext = () => undefined
export const createCookie = () => undefined
export const data = () => undefined
export const redirect = () => undefined
export const redirectDocument = () => undefined
export const isRouteErrorResponse = () => false
export const useRouteError = () => undefined
export const useMatches = () => []

/** Returns no parameters: the visitor isn't ordering. */
export const useSearchParams = () => [new URLSearchParams()]
