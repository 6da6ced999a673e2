import { endpointsOf } from '../../src/contract/content/content-kind-endpoints.ts'
import { contentKinds } from '../../src/contract/content-kinds.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import type { Endpoint } from '../../src/contract/grammar/endpoint.ts'
import { sampleRecord } from './content.ts'
import { uploadOf } from './pictures.ts'

type Body = Record<string, string> | FormData
export type CreatingCall = { path: string; body: Body; other: Body }

const dana = { customerName: 'Dana Sample', customerAddress: '100 Example Street', customerCountry: 'United States' }

/** A picture of one dot. */
const DOT = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

/** Every call that takes an idempotency key and needs no record, with a body that it takes and another one. */
export const creatingCalls: readonly CreatingCall[] = endpoints
  .filter(({ once, path }) => once && !path.includes(':'))
  .map(callOf)

function callOf({ path }: Endpoint): CreatingCall {
  const [body, other] = [bodyFor(path, 1), bodyFor(path, 2)]
  return { path: `/api${path}`, body, other }
}

function bodyFor(path: string, nth: number): Body {
  const contentKind = contentKinds.find((one) => endpointsOf(one).add.path === path)
  if (contentKind) return sampleRecord(contentKind, nth)
  const own: Record<string, Body> = {
    '/add-user': { userEmail: `admin${nth}@example.com`, userRole: 'Admin' },
    '/add-subscriber': { subemail: `reader${nth}@example.com` },
    // The packages that the calls before it have added.
    '/new-order': { packageName: nth === 1 ? 'Basic' : 'Standard', packagePrice: '499.50', ...dana },
    '/media': uploadOf(DOT, { alt: `Picture ${nth}` }),
    '/add-message': { name: 'Rosa Field', message: `Message ${nth}` },
  }
  const body = own[path]
  if (!body) throw new Error(`Nobody has said what ${path} takes`)
  return body
}
