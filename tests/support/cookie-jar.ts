/** The cookies of one browser. The last value of a name wins, and an empty value deletes it. */
type CookieJar = {
  /** Returns the `cookie` header of the next request. */
  header: () => string
  /** Stores the `set-cookie` header of a reply: one line, several or none. */
  storeCookies: (lines: unknown) => void
}

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>()
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    storeCookies: (lines) => {
      for (const line of [lines ?? []].flat()) {
        const [name = '', value = ''] = (String(line).split(';')[0] ?? '').split(/=(.*)/s)
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
    },
  }
}

/** Turns the cookies of one reply into the next request's header. */
export function toCookieHeader({ headers }: { headers: Record<string, unknown> }): string {
  const jar = createCookieJar()
  jar.storeCookies(headers['set-cookie'])
  return jar.header()
}
