import { getContentKindEndpoints } from '../../src/contract/content/content-kind-endpoints.ts'
import { contentKinds } from '../../src/contract/content-kinds.ts'
import type { Endpoint } from '../../src/contract/core/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { buildRecordValues } from './test-content.ts'
import { buildUploadForm } from './test-images.ts'

type Body = Record<string, string> | FormData
export type IdempotentCall = { path: string; body: Body; otherBody: Body }

const customerFields = { customerName: 'Dana Sample', customerAddress: '100 Example Street', customerCountry: 'United States' }

/** An image of one pixel. */
const ONE_PIXEL_GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

/** Every call that takes an idempotency key and needs no record, with two different valid bodies. */
export const idempotentCalls: readonly IdempotentCall[] = endpoints
  .filter(({ idempotent, path }) => idempotent && !path.includes(':'))
  .map(buildIdempotentCall)

function buildIdempotentCall({ path }: Endpoint): IdempotentCall {
  const [body, otherBody] = [buildBody(path, 1), buildBody(path, 2)]
  return { path: `/api${path}`, body, otherBody }
}

function buildBody(path: string, nth: number): Body {
  const contentKind = contentKinds.find((one) => getContentKindEndpoints(one).add.path === path)
  if (contentKind) return buildRecordValues(contentKind, nth)
  const bodiesByPath: Record<string, Body> = {
    '/add-user': { userEmail: `admin${nth}@example.com`, userRole: 'Admin' },
    '/add-subscriber': { subemail: `reader${nth}@example.com` },
    // The calls before it added these packages.
    '/new-order': { packageName: nth === 1 ? 'Basic' : 'Standard', packagePrice: '499.50', ...customerFields },
    '/media': buildUploadForm(ONE_PIXEL_GIF, { alt: `Picture ${nth}` }),
    '/customer-notes': { email: 'dana@example.com', text: `Note ${nth}` },
    '/add-message': { name: 'Rosa Field', message: `Message ${nth}` },
  }
  const body = bodiesByPath[path]
  if (!body) throw new Error(`Add a valid body for ${path} to this file`)
  return body
}
