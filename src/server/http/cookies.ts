import { parseCookie, parseSetCookie, stringifyCookie } from 'cookie'

/** A cookie of the request, decoded; undefined where there is none, or none that can be decoded. The first of two with one name counts. */
export function cookieIn(headers: Headers, name: string): string | undefined {
  return parseCookie(headers.get('cookie') ?? '', { decode })[name]
}

/** The Cookie header that a browser would send back after a reply with these headers. */
export function cookieHeaderAfter(headers: Headers): string {
  const asItIs = (text: string) => text
  const set = headers.getSetCookie().map((line) => parseSetCookie(line, { decode: asItIs }))
  return stringifyCookie(Object.fromEntries(set.map(({ name, value }) => [name, value])), { encode: asItIs })
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
