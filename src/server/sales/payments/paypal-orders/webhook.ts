import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type RawNotice, UnreadableNotice } from '../gateway.ts'

const HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

const event = z.object({ event_type: z.string(), resource: z.record(z.string(), z.unknown()) })
export type WebhookEvent = z.infer<typeof event>

/** Each transmission is its own: a copy with a made-up signature must not stand in for the one with PayPal's. */
export function keyOf({ bytes, headers }: RawNotice): string {
  const hash = createHash('sha256').update(bytes)
  for (const name of Object.values(HEADERS)) hash.update(`\n${headers.get(name) ?? ''}`)
  return hash.digest('hex')
}

/**
 * The question whether a webhook is PayPal's (Webhooks v1, "Verify webhook signature"); undefined where it cannot be.
 * The event goes back as it came, letter by letter: written anew from its values it need not have the same signature.
 */
export function questionOf({ bytes, headers }: RawNotice, webhookId: string): string | undefined {
  const told = Object.entries(HEADERS).map(([name, header]) => [name, headers.get(header)] as const)
  if (told.some(([, value]) => !value)) return undefined
  const text = textOf(bytes)
  if (text === undefined || parse(text) === undefined) return undefined
  const rest = JSON.stringify({ ...Object.fromEntries(told), webhook_id: webhookId })
  return `${rest.slice(0, -1)},"webhook_event":${text}}`
}

/** Throws an `UnreadableNotice`. */
export function eventIn({ bytes }: RawNotice): WebhookEvent {
  const { data } = event.safeParse(parse(textOf(bytes) ?? ''))
  if (!data) throw new UnreadableNotice('It is no event as PayPal describes them.')
  return data
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Undefined where it is not the JSON of an object. */
function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
