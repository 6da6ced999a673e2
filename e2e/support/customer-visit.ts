import { type ApiClient, createApiClient, placeOrder } from './api-client.ts'
import type { TestSite } from './test-site.ts'
import { startVisit } from './visitor.ts'

let customers = 0

/** Registers a customer and opens a page in a browser with the same session. */
export async function startCustomer(site: TestSite, path: string) {
  const customer = await registerCustomer(site)
  return { ...customer, ...(await openPage(site, customer.api, path)) }
}

/** Registers a customer, places an order and opens one of its pages. */
export async function startCustomerWithOrder(site: TestSite, path: string) {
  const customer = await registerCustomer(site)
  const order = await placeOrder(customer.api)
  return { ...customer, order, ...(await openPage(site, customer.api, `${path}/${order._id}`)) }
}

async function registerCustomer(site: TestSite) {
  customers += 1
  const credentials = { email: `person${customers}@example.com`, password: 'a first password' }
  return { ...credentials, api: await createApiClient(site, credentials) }
}

async function openPage(site: TestSite, api: ApiClient, path: string) {
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  await page.goto(path)
  return { page, leave }
}
