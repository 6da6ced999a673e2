import type { Page, Request } from 'playwright-core'

const KB = 1024

/** One request of a page. `body` and `headers` are bytes on the wire. */
export type PageRequest = { url: URL; type: string; body: number; headers: number; encoding: string | undefined }

/** Loads a page and returns its requests until the network is idle. Throws if the page answers an error. */
export async function recordPageRequests(page: Page, url: string): Promise<PageRequest[]> {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const response = await page.goto(url, { waitUntil: 'networkidle' })
  if (!response?.ok()) throw new Error(`${url} answers ${response?.status()}`)
  return Promise.all(requests.map(measureRequest))
}

/** Sums the encoded bodies of one type or of all, in KB of 1024 bytes. */
export function sumKilobytes(pageRequests: readonly PageRequest[], type?: string): number {
  return pageRequests.reduce((sum, one) => sum + (type === undefined || one.type === type ? one.body : 0), 0) / KB
}

async function measureRequest(request: Request): Promise<PageRequest> {
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
