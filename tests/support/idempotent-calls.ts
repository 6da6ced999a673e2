import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { refundOrderEndpoint } from '#contract/sales/refunds.ts'
import { buildFileForm, PDF_FILE, WORD_FILE } from './order-files.ts'
import type { TestApp } from './test-app.ts'
import { buildRecordValues } from './test-content-module.ts'
import { buildUploadForm } from './test-images.ts'

type Body = Record<string, unknown> | FormData
export type IdempotentCall = { path: string; body: Body; otherBody: Body }
/** `createRecord` creates the record that the path names, and returns its id. */
export type IdempotentRecordCall = IdempotentCall & { createRecord: (site: TestApp) => Promise<string> }

const customerFields = { customerName: 'Dana Sample', customerAddress: '100 Example Street', customerCountry: 'United States' }

/** An image of one pixel. */
const ONE_PIXEL_GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

/** Every call that takes an idempotency key and needs no record, with two different valid bodies. */
export const idempotentCalls: readonly IdempotentCall[] = endpoints
  .filter(({ idempotent, path }) => idempotent && !path.includes(':'))
  .map(buildIdempotentCall)

/**
 * Every other call that takes an idempotency key. They need a package of `idempotentCalls`. A refund needs an order that was
 * paid through PayPal: tests/sales/refunds.test.ts.
 */
export const idempotentOrderCalls: readonly IdempotentRecordCall[] = endpoints
  .filter(({ idempotent, path }) => idempotent && path.includes(':') && path !== refundOrderEndpoint.path)
  .map((endpoint) => ({ ...buildIdempotentCall(endpoint), createRecord: placePaidOrder }))

/**
 * Returns 'content' for calls that add content, because one handler serves them. Returns the path for other calls, for packages,
 * which the order calls need, and for payees, which also send an email.
 */
export function getCallKind({ path }: { path: string }): string {
  const contentKind = contentKinds.find((one) => `/api${getReadAddAndUpdateEndpoints(one).add.path}` === path)
  return contentKind && contentKind !== pricingPackage && !contentKind.notifyOnChange ? 'content' : path
}

export async function placeOrder(site: TestApp): Promise<string> {
  // Differs each time, so that it isn't a repeat.
  const body = { ...buildNewOrder(1), customerAddress: crypto.randomUUID() }
  const { json } = await site.request('POST', '/api/new-order', { as: 'admin', body })
  return (json() as { record: { _id: string } }).record._id
}

async function placePaidOrder(site: TestApp): Promise<string> {
  const id = await placeOrder(site)
  await site.request('PUT', `/api/order-paid/${id}`, { as: 'admin', body: { reason: 'In cash' } })
  return id
}

/** The calls before it added these packages. */
function buildNewOrder(nth: number) {
  return { packageName: nth === 1 ? 'Basic' : 'Standard', packagePrice: '499.50', ...customerFields }
}

function buildIdempotentCall({ path }: Endpoint): IdempotentCall {
  const [body, otherBody] = [buildBody(path, 1), buildBody(path, 2)]
  return { path: `/api${path}`, body, otherBody }
}

function buildBody(path: string, nth: number): Body {
  const contentKind = contentKinds.find((one) => getReadAddAndUpdateEndpoints(one).add.path === path)
  if (contentKind) return buildRecordValues(contentKind, nth)
  const bodiesByPath: Record<string, Body> = {
    '/add-user': { userEmail: `admin${nth}@example.com`, userRole: 'Admin' },
    '/add-subscriber': { subemail: `reader${nth}@example.com` },
    '/new-order': buildNewOrder(nth),
    '/media': buildUploadForm(ONE_PIXEL_GIF, { alt: `Picture ${nth}` }),
    '/quote': {
      email: 'dana@example.com',
      customerName: 'Dana Sample',
      title: `Site audit ${nth}`,
      packageName: '',
      price: '250',
      parts: [{ title: 'Site audit', dueDay: 10 }],
      note: '',
      validUntil: '',
    },
    '/customer-notes': { email: 'dana@example.com', text: `Note ${nth}` },
    '/deliverable/:orderId': { title: `Landing page ${nth}` },
    '/order-message/:orderId': { text: `Message ${nth}` },
    '/order-file/:orderId': buildFileForm(nth === 1 ? PDF_FILE : WORD_FILE, `file ${nth}`),
    '/add-message': { name: 'Rosa Field', message: `Message ${nth}` },
  }
  const body = bodiesByPath[path]
  if (!body) throw new Error(`Add a valid body for ${path} to tests/support/idempotent-calls.ts`)
  return body
}
