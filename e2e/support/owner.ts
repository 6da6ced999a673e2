import type { Section } from '../../src/contract/section.ts'
import { cookieJar } from '../../tests/support/cookie-jar.ts'
import type { Site } from './site.ts'

/** Who owns such a site. */
export const owner = { email: 'owner@example.com', password: 'otter violin chimney' }

/** Settings for a site whose owner can log in. */
export const ownedSite = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password }

/** Saves a record as the site's owner would; throws where it is refused. */
export type SaveRecord = (section: Section, values: Record<string, string>) => Promise<void>

export async function logInOwner({ url }: Site): Promise<SaveRecord> {
  const jar = cookieJar()
  const send = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', cookie: jar.header() }
    const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const { headers } = await send('/sign-in', owner)
  jar.keep(headers.getSetCookie())
  return async ({ api }, values) => {
    await send(api.add, values)
  }
}
