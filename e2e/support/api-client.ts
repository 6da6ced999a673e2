import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { type RehearsalOutcome, rehearsalCheckoutFieldNames } from '#contract/sales/rehearsal-checkout.ts'
import { createCookieJar } from '../../tests/support/cookie-jar.ts'
import { getField, pressButton } from './page-actions.ts'
import { logInAsOwner, ownerCredentials, type TestSite } from './test-site.ts'

export const sampleOrderFormValues = { Name: 'Dana Sample', Address: '100 Example Street, Springfield', Country: 'United States' }

type Credentials = { email: string; password: string }

/** Logs the owner in, or registers a new person, without a browser. The returned client makes calls with their session. */
export async function createApiClient(site: TestSite, credentials: Credentials = ownerCredentials) {
  const jar = createCookieJar()
  async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
    const headers = { cookie: jar.header(), ...(body && { 'content-type': 'application/json' }) }
    const reply = await fetch(`${site.url}/api${path}`, { method, headers, body: body && JSON.stringify(body) })
    jar.storeCookies(reply.headers.getSetCookie())
    expect([path, reply.ok]).toEqual([path, true])
    return (await reply.json()) as never
  }
  await call('POST', credentials === ownerCredentials ? '/sign-in' : '/register', credentials)
  return Object.assign(call, {
    /** Logs a browser in with the same session. */
    storageState: {
      cookies: jar
        .header()
        .split('; ')
        .map((pair) => pair.split(/=(.*)/s))
        .map(([name = '', value = '']) => ({ name, value, domain: '127.0.0.1', path: '/', ...COOKIE_ATTRIBUTES })),
      origins: [],
    },
  })
}

export type ApiClient = Awaited<ReturnType<typeof createApiClient>>

/** Logs the owner in before the stories of a file. */
export function createOwnerClientForSuite(site: TestSite): ApiClient {
  let client: ApiClient
  beforeAll(async () => {
    client = await createApiClient(site)
  })
  const call = (...input: Parameters<ApiClient>) => client(...input)
  return Object.defineProperty(call, 'storageState', { get: () => client.storageState }) as ApiClient
}

const COOKIE_ATTRIBUTES = { expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const }

/** Saves the email that payments go to. Without it, no order can be paid. */
export async function savePayeeEmail(site: TestSite): Promise<void> {
  const save = await logInAsOwner(site)
  await save(payeeEmail, { paypalEmail: 'owner@example.com' })
}

/** Returns the id of a package of the demo content, or an empty text. */
export async function findPackageId(api: ApiClient, name: string): Promise<string> {
  const packages: { _id: string; packageName: string }[] = await api('GET', '/pricings')
  return packages.find(({ packageName }) => packageName === name)?._id ?? ''
}

export type PlacedOrder = { _id: string; _number: number; paymentStatus: string }

/** Places an order over the API. Each call uses a new name: the site takes equal orders within 10 s as one. */
export async function placeOrder(
  api: ApiClient,
  packageName = 'Standard',
  customerName: string = crypto.randomUUID(),
): Promise<PlacedOrder> {
  const [customerAddress, customerCountry] = [sampleOrderFormValues.Address, sampleOrderFormValues.Country]
  const body = { packageId: await findPackageId(api, packageName), customerName, customerAddress, customerCountry }
  const { record } = (await api('POST', '/new-order', body)) as { record: PlacedOrder }
  return record
}

/** Registers a customer with an order that the owner marks as paid. Returns the clients of both. */
export async function placePaidOrder(site: TestSite, email: string, packageName = 'Standard') {
  const customer = { email, password: 'maple lantern river' }
  const [api, asOwner] = [await createApiClient(site, customer), await createApiClient(site)]
  const order = await placeOrder(api, packageName, 'Kim Sample')
  await asOwner('PUT', `/order-paid/${order._id}`, { reason: 'In cash' })
  return { customer, api, asOwner, order }
}

/** Pays at the rehearsal checkout as one of its buttons does. The notice arrives a little later. */
export async function payInRehearsal(api: ApiClient, { _id }: PlacedOrder, outcome: RehearsalOutcome): Promise<void> {
  const { fields } = (await api('POST', `/pay/${_id}`)) as { fields: Record<string, string> }
  const form = Object.fromEntries(rehearsalCheckoutFieldNames.map((name) => [name, fields[name]]))
  await api('POST', '/payments/rehearsal/outcome', { ...form, outcome })
}

export async function submitOrderForm(
  page: Page,
  values: Readonly<Record<string, string>> = sampleOrderFormValues,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) await getField(page, label).fill(value)
  await pressButton(page, 'Place order')
}
