import * as z from 'zod/mini'
import { payPalNotice } from '../../contract/sales/payment-notices.ts'
import { choice, isLoopback, safeAddress, together } from './config-values.ts'
import { assertThisMachineOnly, type Reach } from './edge-config.ts'

/** PayPal's own addresses (IPN guide, "Testing"; REST API, "Environments"). */
const PAYPAL = {
  live: {
    webUrl: 'https://www.paypal.com/cgi-bin/webscr',
    verifyUrl: 'https://ipnpb.paypal.com/cgi-bin/webscr',
    apiUrl: 'https://api-m.paypal.com',
  },
  sandbox: {
    webUrl: 'https://www.sandbox.paypal.com/cgi-bin/webscr',
    verifyUrl: 'https://ipnpb.sandbox.paypal.com/cgi-bin/webscr',
    apiUrl: 'https://api-m.sandbox.paypal.com',
  },
} as const

/** In characters, of `notify_url` (PayPal, HTML variables). Whoever fits has return addresses far below their 1,024 too. */
const LONGEST_NOTIFY_URL = 255

const APP = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const
const ADDRESSES = ['PAYPAL_WEB_URL', 'PAYPAL_VERIFY_URL', 'PAYPAL_API_URL'] as const

export const paymentsVariables = {
  PAYMENTS: choice(['rehearsal', 'paypal-standard', 'paypal-orders'], 'rehearsal'),
  PAYPAL_MODE: z.optional(z.enum(['sandbox', 'live'], 'must be one of sandbox, live')),
  PAYPAL_CLIENT_ID: z.optional(z.string()),
  PAYPAL_CLIENT_SECRET: z.optional(z.string()),
  PAYPAL_WEBHOOK_ID: z.optional(z.string()),
  PAYPAL_WEB_URL: z.optional(safeAddress()),
  PAYPAL_VERIFY_URL: z.optional(safeAddress()),
  PAYPAL_API_URL: z.optional(safeAddress()),
}

/** An application at PayPal's developer site, with the webhook that tells us of its payments. */
export type PayPalApp = { clientId: string; clientSecret: string; webhookId: string }

/** PayPal as it is to be used; without `app` its Orders API cannot be. */
export type PayPalConfig = {
  /** Whether real money moves. */
  isLive: boolean
  /** Where customers pay by form, where notices are verified, and below what the REST API answers. */
  webUrl: string
  verifyUrl: string
  apiUrl: string
  app: PayPalApp | undefined
}

/** How customers pay; PayPal's part is there beside another gateway too, for what it still has to say of earlier payments. */
export type PaymentsConfig = {
  payments: { gateway: 'rehearsal' | 'paypal-standard' | 'paypal-orders'; paypal: PayPalConfig | undefined }
}

const schema = z.object(paymentsVariables)
type Read = z.infer<typeof schema>

/** Throws one sentence where customers could not pay, or would believe to have paid. */
export function readPayments(read: Read, reach: Reach & { origins: readonly [string, ...string[]] }): PaymentsConfig {
  const gateway = read.PAYMENTS
  const paypal = readPayPal(read, reach.origins[0])
  // In rehearsal mode every visitor can mark an order paid without paying.
  if (gateway === 'rehearsal') {
    assertThisMachineOnly('PAYMENTS=rehearsal', 'PAYMENTS to paypal-standard or paypal-orders', reach)
  }
  if (gateway !== 'rehearsal' && !paypal) {
    throw unusable(`PAYMENTS=${gateway} needs PAYPAL_MODE: live for real money, sandbox for PayPal’s own tests.`)
  }
  if (gateway === 'paypal-orders' && !paypal?.app) {
    throw unusable(`PAYMENTS=paypal-orders needs ${APP.join(', ')}, as PayPal’s developer site shows them for your application.`)
  }
  return { payments: { gateway, paypal } }
}

function readPayPal(read: Read, origin: string): PayPalConfig | undefined {
  const mode = read.PAYPAL_MODE
  const app = together(read, APP)
  if (!mode) {
    const set = [...APP, ...ADDRESSES].filter((name) => read[name] !== undefined)
    if (set.length > 0) throw unusable(`${set.join(', ')}: also need PAYPAL_MODE, live or sandbox.`)
    return undefined
  }
  if (mode === 'live') checkLive(read, origin)
  if (`${origin}/api${payPalNotice.path}`.length > LONGEST_NOTIFY_URL) {
    throw unusable(`ORIGIN is too long: PayPal takes no address for its notices of more than ${LONGEST_NOTIFY_URL} characters.`)
  }
  const [clientId, clientSecret, webhookId] = app ?? []
  const usual = PAYPAL[mode]
  return {
    isLive: mode === 'live',
    webUrl: read.PAYPAL_WEB_URL ?? usual.webUrl,
    verifyUrl: read.PAYPAL_VERIFY_URL ?? usual.verifyUrl,
    apiUrl: (read.PAYPAL_API_URL ?? usual.apiUrl).replace(/\/$/, ''),
    app: clientId && clientSecret && webhookId ? { clientId, clientSecret, webhookId } : undefined,
  }
}

/** Real money: PayPal must be able to reach us, and nobody in between may read or answer. */
function checkLive(read: Read, origin: string): void {
  if (!origin.startsWith('https:') || isLoopback(origin)) {
    throw unusable('PAYPAL_MODE=live needs an ORIGIN with https that PayPal can reach, such as https://example.com.')
  }
  const plain = ADDRESSES.filter((name) => read[name]?.startsWith('http:'))
  if (plain.length > 0) throw unusable(`${plain.join(', ')}: must be https where PAYPAL_MODE is live.`)
}

function unusable(sentence: string): Error {
  return new Error(`The configuration cannot be used. ${sentence}`)
}
