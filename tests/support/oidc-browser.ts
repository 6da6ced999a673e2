import { createCookieJar } from './cookie-jar.ts'
import { createOidcProvider, type ProviderUser, type TestOidcProvider } from './oidc-provider.ts'
import { startApp, type TestApp } from './test-app.ts'
import type { TestDatabase } from './test-databases.ts'

/** A browser with cookies that moves between the site and the provider. */
export type OidcBrowser = {
  /** Presses the button. Returns the provider's URL, or the page that the site redirects to. */
  pressJoinButton: (from?: string) => Promise<{ url?: string; redirect?: string; text: string }>
  /** Signs in at the provider. Returns the callback URL of its redirect. */
  signInAtProvider: (url: string) => Promise<string>
  /** Follows the provider's redirect to the site. Returns the site's redirect. */
  followCallback: (callback: string) => Promise<string>
  /** Returns the user that the site sees. */
  getCurrentUser: () => Promise<{ id: string; email: string; emailVerified: boolean } | undefined>
  call: (path: string, body: object) => Promise<{ status: number; text: string; json: () => never }>
  /** Runs the whole sign-in. Returns the path where the browser lands. */
  signIn: (from?: string) => Promise<string>
}

const FORM = 'application/x-www-form-urlencoded'

export function createOidcBrowser(site: TestApp): OidcBrowser {
  const siteCookies = createCookieJar()
  const providerCookies = createCookieJar()

  async function sendRequest(method: string, path: string, payload?: string, type = FORM) {
    const headers = { cookie: siteCookies.header(), ...(payload !== undefined && { 'content-type': type }) }
    const reply = await site.request(method, path, { headers, payload })
    siteCookies.storeCookies(reply.headers['set-cookie'])
    return reply
  }

  const self: OidcBrowser = {
    async pressJoinButton(from) {
      const { headers, text } = await sendRequest('POST', '/login/provider', new URLSearchParams(from ? { from } : {}).toString())
      const url = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
      return { url, redirect: headers.location as string | undefined, text }
    },
    async signInAtProvider(url) {
      let next = url
      for (;;) {
        const isLogin = next.includes('/interaction/')
        const reply = await fetch(next, {
          method: isLogin ? 'POST' : 'GET',
          headers: { cookie: providerCookies.header() },
          redirect: 'manual',
        })
        providerCookies.storeCookies(reply.headers.getSetCookie())
        const location = reply.headers.get('location')
        if (!location) throw new Error(`The provider answered ${reply.status} at ${next}: ${await reply.text()}`)
        next = new URL(location, next).href
        if (next.includes('/api/auth/callback/')) return next
      }
    },
    async followCallback(callback) {
      const { pathname, search } = new URL(callback)
      const { headers, status, text } = await sendRequest('GET', pathname + search)
      if (!headers.location) throw new Error(`The callback answered ${status}: ${text}`)
      const { pathname: path, search: query, hash } = new URL(String(headers.location), 'http://127.0.0.1:3000')
      return path + query + hash
    },
    async getCurrentUser() {
      const { text } = await sendRequest('GET', '/api/auth/get-session')
      return JSON.parse(text)?.user
    },
    call: (path, body) => sendRequest('POST', path, JSON.stringify(body), 'application/json'),
    async signIn(from) {
      const { url, redirect, text } = await self.pressJoinButton(from)
      if (!url) throw new Error(`The button did not lead to the provider, but to ${redirect}: ${text}`)
      return self.followCallback(await self.signInAtProvider(url))
    },
  }
  return self
}

type AppWithProvider = {
  environment: Record<string, string>
  provider: TestOidcProvider
  site: TestApp
  close: () => Promise<void>
}

/** Starts the application while the provider is down, then starts the provider. */
export async function startAppWithProvider(database: TestDatabase, person: ProviderUser): Promise<AppWithProvider> {
  const environment = await database.environment()
  const provider = await createOidcProvider(person)
  const site = await startApp({ ...environment, ...provider.environment })
  await provider.start()
  const close = async () => {
    await site.close()
    await provider.stop()
  }
  return { environment, provider, site, close }
}
