/** The cookies of one browser, as they were written to it: the last of a name counts, and an empty one is gone. */
export type CookieJar = {
  /** What a request carries. */
  header: () => string
  /** Takes the `set-cookie` of an answer: one line, many or none. */
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

/** The cookies that one answer set, as the next request carries them. */
export function toCookieHeader({ headers }: { headers: Record<string, unknown> }): string {
  const jar = createCookieJar()
  jar.storeCookies(headers['set-cookie'])
  return jar.header()
}
