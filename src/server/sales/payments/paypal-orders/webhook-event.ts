import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type RawPaymentNotice, UnreadableNoticeError } from '../payment-gateway.ts'
import { parseJsonWithoutNulls } from './paypal-api.ts'

const SIGNATURE_HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

const event = z.object({ event_type: z.string(), resource: z.record(z.string(), z.unknown()) })
type WebhookEvent = z.infer<typeof event>

/** Hashes the signature too, so that a copy with a forged signature doesn't replace PayPal's webhook. */
export function hashWebhookAndSignature({ bytes, headers }: RawPaymentNotice): string {
  const hash = createHash('sha256').update(bytes)
  for (const name of Object.values(SIGNATURE_HEADERS)) hash.update(`\n${headers.get(name) ?? ''}`)
  return hash.digest('hex')
}

/**
 * Builds the request to verify a webhook (Webhooks v1, "Verify webhook signature"). Returns undefined for an invalid
 * webhook. Sends the original text of the event, because the signature doesn't cover parsed and rewritten JSON.
 */
export function buildWebhookVerificationRequest({ bytes, headers }: RawPaymentNotice, webhookId: string): string | undefined {
  const signatureFields = Object.entries(SIGNATURE_HEADERS).map(([name, header]) => [name, headers.get(header)] as const)
  if (signatureFields.some(([, value]) => !value)) return undefined
  const text = decodeUtf8(bytes)
  if (text === undefined || parseJsonObject(text) === undefined) return undefined
  const prefix = JSON.stringify({ ...Object.fromEntries(signatureFields), webhook_id: webhookId })
  return `${prefix.slice(0, -1)},"webhook_event":${text}}`
}

/** Throws an `UnreadableNoticeError`. */
export function parseWebhookEvent({ bytes }: RawPaymentNotice): WebhookEvent {
  const { data } = event.safeParse(parseJsonObject(decodeUtf8(bytes) ?? ''))
  if (!data) throw new UnreadableNoticeError('It isn’t in PayPal’s event format.')
  return data
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns undefined unless the text is a JSON object. */
function parseJsonObject(text: string): object | undefined {
  const value = parseJsonWithoutNulls(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}
