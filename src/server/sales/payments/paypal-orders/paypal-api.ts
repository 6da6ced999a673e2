import type { PayPalApp } from '#server/config/payments-config.ts'

/** How long before its end to renew an access token. */
const RENEW_BEFORE_MS = 60_000

type PayPalRequest = { method: 'GET' | 'POST'; path: string; body?: string; requestId?: string; signal: AbortSignal }

/** `issue` is PayPal's code for a refusal, such as `ORDER_ALREADY_CAPTURED`. */
type PayPalResponse = { status: number; body: unknown; issue: string | undefined }

export type PayPalApi = ReturnType<typeof createPayPalApi>

/**
 * Creates a client of PayPal's REST API (developer.paypal.com/api/rest/requests). Its calls throw if PayPal is
 * unreachable, has a fault, or rejects our credentials. Its error messages contain no secrets.
 */
export function createPayPalApi({ apiUrl, app }: { apiUrl: string; app: PayPalApp }) {
  let token: { value: string; until: number } | undefined

  async function callApi(call: PayPalRequest): Promise<PayPalResponse> {
    const { method, path } = call
    const firstResponse = await send(call)
    if (firstResponse.status === 401) token = undefined
    const response = firstResponse.status === 401 ? await send(call) : firstResponse
    const { status, issue } = response
    if (status >= 500 || [401, 429].includes(status) || (status === 403 && !issue))
      throw new Error(`PayPal answered ${method} ${path} with ${status}`)
    return response
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

  /** Requests a token with client credentials (RFC 6749 section 4.4). */
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
    const body = parseJsonWithoutNulls(await response.text().catch(() => ''))
    const { details } = (body ?? {}) as { details?: { issue?: string }[] }
    return { status: response.status, body, issue: Array.isArray(details) ? details[0]?.issue : undefined }
  }

  return { callApi, getAccessToken }
}

/** Parses JSON. To PayPal, a field that is null is a missing one. Returns undefined for invalid JSON. */
export function parseJsonWithoutNulls(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown) => {
      if (Array.isArray(value)) return value.filter((one) => one !== undefined)
      return value ?? undefined
    })
  } catch {
    return undefined
  }
}

/** Throws if PayPal is unreachable or rejects the application's credentials. */
export async function checkPayPalCredentials(options: Parameters<typeof createPayPalApi>[0], signal: AbortSignal): Promise<void> {
  await createPayPalApi(options).getAccessToken(signal)
}
