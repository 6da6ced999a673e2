/** The cookies of one browser, as they were written to it: the last of a name counts, and an empty one is gone. */
export type CookieJar = {
  /** What a request carries. */
  header: () => string
  /** Takes the `set-cookie` of an answer: one line, many or none. */
  keep: (lines: unknown) => void
}

export function cookieJar(): CookieJar {
  const cookies = new Map<string, string>()
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    keep: (lines) => {
      for (const line of [lines ?? []].flat()) {
        const [name = '', value = ''] = (String(line).split(';')[0] ?? '').split(/=(.*)/s)
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
    },
  }
}

/** The cookies that one answer set, as the next request carries them. */
export function cookiesOf({ headers }: { headers: Record<string, unknown> }): string {
  const jar = cookieJar()
  jar.keep(headers['set-cookie'])
  return jar.header()
}
