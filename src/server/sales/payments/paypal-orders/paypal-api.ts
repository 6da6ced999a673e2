import type { PayPalApp } from '../../../config/payments-config.ts'

/** An access token is renewed so long before it ends, in ms. */
const RENEW_BEFORE_MS = 60_000

type PayPalRequest = { method: 'GET' | 'POST'; path: string; body?: string; requestId?: string; signal: AbortSignal }

/** What PayPal answers; `issue` is the code of what it refuses, such as `ORDER_ALREADY_CAPTURED`. */
export type PayPalResponse = { status: number; body: unknown; issue: string | undefined }

/**
 * PayPal's REST API (developer.paypal.com/api/rest/requests). Throws an Error whose sentence may be logged where PayPal
 * cannot be reached, is in trouble, or does not let us in; what it refuses for a reason of its own is an answer.
 */
export function createPayPalApi({ apiUrl, app }: { apiUrl: string; app: PayPalApp }) {
  let token: { value: string; until: number } | undefined

  async function callApi(call: PayPalRequest): Promise<PayPalResponse> {
    const { method, path } = call
    const first = await send(call)
    if (first.status === 401) token = undefined
    const answer = first.status === 401 ? await send(call) : first
    const { status, issue } = answer
    if (status >= 500 || [401, 429].includes(status) || (status === 403 && !issue))
      throw new Error(`PayPal answered ${method} ${path} with ${status}`)
    return answer
  }

  async function send({ method, path, body, requestId, signal }: PayPalRequest): Promise<PayPalResponse> {
    const headers = {
      authorization: `Bearer ${await getAccessToken(signal)}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(requestId && { 'paypal-request-id': requestId }),
    }
    return request(path, { method, headers, ...(body !== undefined && { body }), signal })
  }

  /** Client credentials (RFC 6749 section 4.4). */
  async function getAccessToken(signal: AbortSignal): Promise<string> {
    if (token && Date.now() < token.until) return token.value
    const credentials = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')
    const headers = { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body } = await request('/v1/oauth2/token', {
      method: 'POST',
      headers,
      body: 'grant_type=client_credentials',
      signal,
    })
    const { access_token: value, expires_in: expiresInSeconds } = (body ?? {}) as { access_token?: unknown; expires_in?: unknown }
    if (typeof value !== 'string' || typeof expiresInSeconds !== 'number')
      throw new Error(`PayPal gave no access token (${status})`)
    token = { value, until: Date.now() + expiresInSeconds * 1_000 - RENEW_BEFORE_MS }
    return value
  }

  async function request(path: string, init: RequestInit): Promise<PayPalResponse> {
    const response = await fetch(apiUrl + path, { ...init, redirect: 'error' }).catch((error: Error) => {
      throw new Error(`PayPal cannot be reached at ${apiUrl} (${(error.cause as Error | undefined)?.message ?? error.message})`)
    })
    const body: unknown = await response.json().catch(() => undefined)
    const { details } = (body ?? {}) as { details?: { issue?: string }[] }
    return { status: response.status, body, issue: Array.isArray(details) ? details[0]?.issue : undefined }
  }

  return { callApi, getAccessToken }
}

/** Whether PayPal knows the application; throws as above where it does not. */
export async function verifyPayPalApp(options: Parameters<typeof createPayPalApi>[0], signal: AbortSignal): Promise<void> {
  await createPayPalApi(options).getAccessToken(signal)
}
