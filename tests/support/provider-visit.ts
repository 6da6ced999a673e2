import { startApp, type TestApp } from './app.ts'
import { cookieJar } from './cookie-jar.ts'
import type { TestDatabase } from './databases.ts'
import { createProvider, type Person, type TestProvider } from './provider.ts'

/** A browser with cookies, for the way from the site to the provider and back. */
export type ProviderVisit = {
  /** Presses the button; answers the provider's address, or where the page redirects to. */
  press: (from?: string) => Promise<{ url?: string; redirect?: string; text: string }>
  /** Signs in at the provider; answers the address of the site's callback that it redirects to. */
  signInAt: (url: string) => Promise<string>
  /** Follows the provider's redirect to the site; answers where the site redirects to. */
  comeBack: (callback: string) => Promise<string>
  /** Who the site says that this browser is. */
  whoAmI: () => Promise<{ id: string; email: string; emailVerified: boolean } | undefined>
  /** Calls the site as this browser. */
  call: (path: string, body: object) => Promise<{ status: number; text: string; json: () => never }>
  /** All of it: answers where the browser lands, as a path of the site. */
  join: (from?: string) => Promise<string>
}

const FORM = 'application/x-www-form-urlencoded'

export function visitProvider(site: TestApp): ProviderVisit {
  const ours = cookieJar()
  const theirs = cookieJar()

  async function ask(method: string, path: string, payload?: string, type = FORM) {
    const headers = { cookie: ours.header(), ...(payload !== undefined && { 'content-type': type }) }
    const reply = await site.request(method, path, { headers, payload })
    ours.keep(reply.headers['set-cookie'])
    return reply
  }

  const self: ProviderVisit = {
    async press(from) {
      const { headers, text } = await ask('POST', '/login/provider', new URLSearchParams(from ? { from } : {}).toString())
      const url = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
      return { url, redirect: headers.location as string | undefined, text }
    },
    async signInAt(url) {
      let next = url
      for (;;) {
        const isLogin = next.includes('/interaction/')
        const reply = await fetch(next, {
          method: isLogin ? 'POST' : 'GET',
          headers: { cookie: theirs.header() },
          redirect: 'manual',
        })
        theirs.keep(reply.headers.getSetCookie())
        const location = reply.headers.get('location')
        if (!location) throw new Error(`The provider answered ${reply.status} at ${next}: ${await reply.text()}`)
        next = new URL(location, next).href
        if (next.includes('/api/auth/callback/')) return next
      }
    },
    async comeBack(callback) {
      const { pathname, search } = new URL(callback)
      const { headers, status, text } = await ask('GET', pathname + search)
      if (!headers.location) throw new Error(`The callback answered ${status}: ${text}`)
      const { pathname: path, search: query, hash } = new URL(String(headers.location), 'http://127.0.0.1:3000')
      return path + query + hash
    },
    async whoAmI() {
      const { text } = await ask('GET', '/api/auth/get-session')
      return JSON.parse(text)?.user
    },
    call: (path, body) => ask('POST', path, JSON.stringify(body), 'application/json'),
    async join(from) {
      const { url, redirect, text } = await self.press(from)
      if (!url) throw new Error(`The button did not lead to the provider, but to ${redirect}: ${text}`)
      return self.comeBack(await self.signInAt(url))
    },
  }
  return self
}

export type ProviderSite = {
  environment: Record<string, string>
  provider: TestProvider
  site: TestApp
  close: () => Promise<void>
}

/** The application beside a provider that was down while the application started. */
export async function startWithProvider(database: TestDatabase, person: Person): Promise<ProviderSite> {
  const environment = await database.environment()
  const provider = await createProvider(person)
  const site = await startApp({ ...environment, ...provider.environment })
  await provider.start()
  const close = async () => {
    await site.close()
    await provider.stop()
  }
  return { environment, provider, site, close }
}
