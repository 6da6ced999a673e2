import { useSearchParams } from 'react-router'

/** Returns the page that sent the person to log in. */
export function getReturnPath({ url }: Request): string | undefined {
  return parseReturnPath(new URL(url).searchParams.get('from'))
}

/** Returns the same path as `getReturnPath`, while rendering. */
export function useReturnPath(): string | undefined {
  return parseReturnPath(useSearchParams()[0].get('from'))
}

/** Adds the return path to an account page's URL. */
export function appendReturnPath(path: string, from: string | undefined): string {
  return from ? `${path}?${new URLSearchParams({ from })}` : path
}

/** Query parameter of the home page and of an order form: the visitor has just registered. */
export const JUST_REGISTERED_PARAM = 'registered'

/** Returns the page after registration: the order form of a price button (P-48), any other return path, or home (P-47). */
export function getPathAfterRegistration(from: string | undefined): string {
  if (!isOrderFormPath(from)) return from ?? `/?${JUST_REGISTERED_PARAM}`
  return `${from}${from.includes('?') ? '&' : '?'}${JUST_REGISTERED_PARAM}`
}

/** Returns whether a return path is the order form of a price button. */
export function isOrderFormPath(path: string | undefined): path is string {
  return path?.startsWith('/order-now/') === true
}

/**
 * Returns `from` if it is a path on this site (P-51).
 * Rejects `//`, `/\` and control characters: browsers read such paths as other sites.
 */
export function parseReturnPath(from: string | null | undefined): string | undefined {
  if (!from || from.length > 2_000 || !from.startsWith('/')) return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it rejects
  if (/^\/[/\\]|[\u0000-\u0020\u007f\\]/.test(from)) return undefined
  const base = 'http://site.invalid'
  const url = URL.parse(from, base)
  return url?.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}
