import { parseCookie, stringifySetCookie } from 'cookie'
import { type ActionFunctionArgs, data } from 'react-router'
import { getPageRequestContext } from '../page-request-context.ts'
import type { Values } from './form-action.ts'

/** How long a form stays saved. */
const MAX_AGE_SECONDS = 30 * 60
/** Browsers may drop a cookie above 4096 bytes, name included (RFC 6265, section 6.1). */
const MAX_COOKIE_BYTES = 4_000

/** Shown above a form with restored text. */
const RESTORED_NOTICE = 'We kept what you typed before you logged in. Please check it and send it again.'

/**
 * `owner`: the lowercase email. `until`: the expiry in epoch ms. `tooLong`: the names of the fields that didn't
 * fit.
 */
type SavedForm = { path: string; owner: string; values: Values; tooLong: string[]; until: number }

/** Text that was typed before a login. `tooLong` names the fields that couldn't be kept. */
export type RestoredFormValues = Pick<SavedForm, 'values' | 'tooLong'>

/** Says that typed text is back. `getLabel` names the fields that couldn't be kept. */
export function buildRestoredFormNotice({ tooLong }: RestoredFormValues, getLabel: (name: string) => string): string {
  if (tooLong.length === 0) return RESTORED_NOTICE
  const labels = new Intl.ListFormat('en-US').format(tooLong.map((name) => `“${getLabel(name)}”`))
  return `${RESTORED_NOTICE} We couldn’t keep all of it. Please type this again: ${labels}.`
}

type RequestArgs = Pick<ActionFunctionArgs, 'request' | 'context'>

/**
 * Saves a typed form in an encrypted cookie while its sender logs in. Only the person whose email stands in the
 * field `owner` gets it back. Without `fields`, saves all of them. Leaves out the longest texts if they don't fit into a cookie,
 * which holds about 6,000 characters of English. Must not be used for passwords.
 */
export function createSavedFormCookie({ owner, fields }: { owner: string; fields?: readonly string[] }) {
  return {
    /** Returns the Set-Cookie header with the form; undefined if it is empty. */
    async save({ request, context }: RequestArgs): Promise<string | undefined> {
      const form = await request.formData()
      const getTypedValue = (name: string) => String(form.get(name) ?? '')
      const names = fields ?? [...form.keys()].filter((name) => name !== owner)
      const values = Object.fromEntries(names.map((name) => [name, getTypedValue(name)]))
      // A name with an underscore belongs to a hidden field, such as the version that the page showed.
      const isTyped = ([name, value]: [string, string]) => value !== '' && !name.startsWith('_')
      if (!Object.entries(values).some(isTyped)) return undefined
      const { pathname: path } = new URL(request.url)
      const until = Date.now() + MAX_AGE_SECONDS * 1000
      const savedForm: SavedForm = { path, owner: getTypedValue(owner).toLowerCase(), values, tooLong: [], until }
      const { cipher } = getPageRequestContext(context)
      const longestFirst = names.toSorted((a, b) => getTypedValue(b).length - getTypedValue(a).length)
      for (const longest of [undefined, ...longestFirst]) {
        if (longest !== undefined) {
          delete values[longest]
          savedForm.tooLong.push(longest)
        }
        const value = cipher?.encrypt(JSON.stringify(savedForm))
        if (value && value.length <= MAX_COOKIE_BYTES) return serializeCookie(request, value, MAX_AGE_SECONDS)
      }
      return undefined
    },

    /** Returns the saved form of the viewer, if there is one, with the Set-Cookie header that deletes it. */
    restore({ request, context }: RequestArgs): { restoredForm: RestoredFormValues; cookie: string } | undefined {
      const { cipher, viewer } = getPageRequestContext(context)
      const text = cipher?.decrypt(parseCookie(request.headers.get('cookie') ?? '')[getCookieName(request)] ?? '')
      if (!text || viewer.kind === 'visitor') return undefined
      const { path, owner: savedOwner, values, tooLong, until } = JSON.parse(text) as SavedForm
      if (path !== new URL(request.url).pathname || savedOwner !== viewer.email.toLowerCase() || until < Date.now())
        return undefined
      return { restoredForm: { values, tooLong }, cookie: serializeCookie(request, '', 0) }
    },

    /** Adds the saved form of the viewer, if there is one, to the data of its page. The reply deletes the cookie. */
    addToPageData<PageData extends object>(args: RequestArgs, pageData: PageData & { restoredForm?: RestoredFormValues }) {
      const { restoredForm, cookie } = this.restore(args) ?? {}
      return cookie ? data({ ...pageData, restoredForm }, { headers: { 'set-cookie': cookie } }) : pageData
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
