import type { Page, Request } from 'playwright-core'

const KB = 1024

/** One request of a page, and what came over the wire for it, in bytes. */
export type Sent = { url: URL; type: string; body: number; headers: number; encoding: string | undefined }

/** What a page asks for until it asks for nothing more. Throws where it answers an error. */
export async function sentFor(page: Page, address: string): Promise<Sent[]> {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const response = await page.goto(address, { waitUntil: 'networkidle' })
  if (!response?.ok()) throw new Error(`${address} answers ${response?.status()}`)
  return Promise.all(requests.map(sizeOf))
}

/** In KB of 1024 bytes, bodies as encoded, of one type or of all. */
export function weightOf(sent: readonly Sent[], type?: string): number {
  return sent.reduce((sum, one) => sum + (type === undefined || one.type === type ? one.body : 0), 0) / KB
}

async function sizeOf(request: Request): Promise<Sent> {
  const response = await request.response()
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  return {
    url: new URL(request.url()),
    type: request.resourceType(),
    body: responseBodySize,
    headers: responseHeadersSize,
    encoding: response?.headers()['content-encoding'],
  }
}
