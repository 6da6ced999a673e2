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

/** Query parameter of the home page: the order form to continue with (P-48). */
export const CONTINUE_ORDER_PARAM = 'continue'

/** Query parameter of the home page: the visitor has just registered. */
export const JUST_REGISTERED_PARAM = 'registered'

/** Returns the page after registration: home, with a link back to an order form (P-47, P-48), or any other return path. */
export function getPathAfterRegistration(from: string | undefined): string {
  return from?.startsWith('/order-now/')
    ? `/?${new URLSearchParams({ [CONTINUE_ORDER_PARAM]: from })}`
    : (from ?? `/?${JUST_REGISTERED_PARAM}`)
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
