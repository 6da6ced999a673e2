import { parseCookie, stringifySetCookie } from 'cookie'
import type { ActionFunctionArgs } from 'react-router'
import { getVisit } from '../visit-context.ts'
import type { Values } from './form-action.ts'

/** How long what was typed waits for its sender to log in, in seconds. */
const MAX_AGE_SECONDS = 30 * 60
/** In bytes: browsers need not keep a longer cookie than 4096 with its name (RFC 6265, section 6.1). */
const MAX_COOKIE_BYTES = 4_000

/** What was typed, where, by whom, and until when that counts, in epoch ms. */
type SavedForm = { path: string; owner: string; values: Values; until: number }

type RequestArgs = Pick<ActionFunctionArgs, 'request' | 'context'>

/**
 * Keeps what was typed into a form whose sender has to log in first, in their own browser: sealed, for half an hour, and
 * for the person alone whose email stands in the form's field `owner`. Never for passwords.
 */
export function createSavedForm({ owner, fields }: { owner: string; fields: readonly string[] }) {
  return {
    /** The Set-Cookie header that keeps it; undefined where nothing was typed, or more than a browser keeps. */
    async save({ request, context }: RequestArgs): Promise<string | undefined> {
      const form = await request.formData()
      const typed = (name: string) => String(form.get(name) ?? '')
      const values = Object.fromEntries(fields.map((name) => [name, typed(name)]))
      if (Object.values(values).every((value) => value === '')) return undefined
      const { pathname: path } = new URL(request.url)
      const savedForm: SavedForm = { path, owner: typed(owner).toLowerCase(), values, until: Date.now() + MAX_AGE_SECONDS * 1000 }
      const value = getVisit(context).cipher?.encrypt(JSON.stringify(savedForm))
      return value && value.length <= MAX_COOKIE_BYTES ? serializeCookie(request, value, MAX_AGE_SECONDS) : undefined
    },

    /** What its sender had typed, with the Set-Cookie header that forgets it; undefined for anybody else, and where there is nothing. */
    restore({ request, context }: RequestArgs): { values: Values; clearCookie: string } | undefined {
      const { cipher, viewer } = getVisit(context)
      const text = cipher?.decrypt(parseCookie(request.headers.get('cookie') ?? '')[getCookieName(request)] ?? '')
      if (!text || viewer.kind === 'visitor') return undefined
      const { path, owner: of, values, until } = JSON.parse(text) as SavedForm
      if (path !== new URL(request.url).pathname || of !== viewer.email.toLowerCase() || until < Date.now()) return undefined
      return { values, clearCookie: serializeCookie(request, '', 0) }
    },
  }
}

function getCookieName({ url }: Request): string {
  return url.startsWith('https:') ? '__Host-rankstead.typed' : 'rankstead.typed'
}

function serializeCookie(request: Request, value: string, maxAge: number): string {
  const secure = request.url.startsWith('https:')
  return stringifySetCookie({ name: getCookieName(request), value, maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure })
}
