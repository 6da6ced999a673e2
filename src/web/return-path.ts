import { useSearchParams } from 'react-router'

/** The page that a person was on their way to when they had to log in. */
export function getReturnPath({ url }: Request): string | undefined {
  return parseReturnPath(new URL(url).searchParams.get('from'))
}

/** The same, while rendering. */
export function useReturnPath(): string | undefined {
  return parseReturnPath(useSearchParams()[0].get('from'))
}

/** The address of another account page that remembers as much. */
export function appendReturnPath(path: string, from: string | undefined): string {
  return from ? `${path}?${new URLSearchParams({ from })}` : path
}

/** In the address of the home page: the order form that somebody was on their way to. */
export const CONTINUE_PARAM = 'continue'

/** In the address of the home page: somebody has just signed up. */
export const REGISTERED_PARAM = 'registered'

/** Where registering leads: home, with the way on to an order (P-47, P-48); or back to any other page. */
export function getPathAfterRegistration(from: string | undefined): string {
  return from?.startsWith('/order-now/')
    ? `/?${new URLSearchParams({ [CONTINUE_PARAM]: from })}`
    : (from ?? `/?${REGISTERED_PARAM}`)
}

/**
 * The page that a person came from, if it is one of ours: a path on this site and nothing else.
 * Browsers read `//`, `/\` and paths with controls as other sites, so those are refused.
 */
export function parseReturnPath(from: string | null | undefined): string | undefined {
  if (!from || from.length > 2_000 || !from.startsWith('/')) return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the controls are the point
  if (/^\/[/\\]|[\u0000-\u0020\u007f\\]/.test(from)) return undefined
  const base = 'http://site.invalid'
  const url = URL.parse(from, base)
  return url?.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}
