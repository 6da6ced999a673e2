import { parseCookie } from 'cookie'

/** A cookie of the request, decoded; undefined where there is none, or none that can be decoded. The first of two with one name counts. */
export function cookieIn(headers: Headers, name: string): string | undefined {
  return parseCookie(headers.get('cookie') ?? '', { decode })[name]
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
