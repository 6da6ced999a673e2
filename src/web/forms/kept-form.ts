import { parseCookie, stringifySetCookie } from 'cookie'
import type { ActionFunctionArgs } from 'react-router'
import { visitOf } from '../visit.ts'
import type { Values } from './form-action.ts'

/** How long what was typed waits for its sender to log in, in seconds. */
const LASTS = 30 * 60
/** In bytes: browsers need not keep a longer cookie than 4096 with its name (RFC 6265, section 6.1). */
const LONGEST = 4_000

/** What was typed, where, by whom, and until when that counts, in epoch ms. */
type Kept = { path: string; owner: string; values: Values; until: number }

type Asked = Pick<ActionFunctionArgs, 'request' | 'context'>

/**
 * Keeps what was typed into a form whose sender has to log in first, in their own browser: sealed, for half an hour, and
 * for the person alone whose email stands in the form's field `owner`. Never for passwords.
 */
export function createKeptForm({ owner, fields }: { owner: string; fields: readonly string[] }) {
  return {
    /** The Set-Cookie header that keeps it; undefined where nothing was typed, or more than a browser keeps. */
    async keep({ request, context }: Asked): Promise<string | undefined> {
      const form = await request.formData()
      const typed = (name: string) => String(form.get(name) ?? '')
      const values = Object.fromEntries(fields.map((name) => [name, typed(name)]))
      if (Object.values(values).every((value) => value === '')) return undefined
      const { pathname: path } = new URL(request.url)
      const kept: Kept = { path, owner: typed(owner).toLowerCase(), values, until: Date.now() + LASTS * 1000 }
      const value = visitOf(context).sealer?.seal(JSON.stringify(kept))
      return value && value.length <= LONGEST ? cookieOf(request, value, LASTS) : undefined
    },

    /** What its sender had typed, with the Set-Cookie header that forgets it; undefined for anybody else, and where there is nothing. */
    take({ request, context }: Asked): { values: Values; forget: string } | undefined {
      const { sealer, viewer } = visitOf(context)
      const text = sealer?.open(parseCookie(request.headers.get('cookie') ?? '')[nameIn(request)] ?? '')
      if (!text || viewer.kind === 'visitor') return undefined
      const { path, owner: of, values, until } = JSON.parse(text) as Kept
      if (path !== new URL(request.url).pathname || of !== viewer.email.toLowerCase() || until < Date.now()) return undefined
      return { values, forget: cookieOf(request, '', 0) }
    },
  }
}

function nameIn({ url }: Request): string {
  return url.startsWith('https:') ? '__Host-rankstead.typed' : 'rankstead.typed'
}

function cookieOf(request: Request, value: string, maxAge: number): string {
  const secure = request.url.startsWith('https:')
  return stringifySetCookie({ name: nameIn(request), value, maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure })
}
