import * as z from 'zod/mini'
import { receivePayPalIpnEndpoint } from '#contract/sales/payment-webhooks.ts'
import { choiceSettingSchema, readAllOrNoneVariables, secureUrlSchema } from './config-schemas.ts'
import { assertLoopbackOnly, isLoopbackOrigin, type NetworkExposureSettings } from './loopback-checks.ts'

/** PayPal's URLs (IPN guide, "Testing"; REST API, "Environments"). */
const PAYPAL_URLS = {
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

/** PayPal's limit for `notify_url`, in characters (HTML variables). Return URLs may be longer. */
const MAX_NOTIFY_URL_LENGTH = 255

const APP_VARIABLES = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const
const URL_VARIABLES = ['PAYPAL_WEB_URL', 'PAYPAL_VERIFY_URL', 'PAYPAL_API_URL'] as const

export const paymentsEnvSchemas = {
  PAYMENTS: choiceSettingSchema(['rehearsal', 'paypal-standard', 'paypal-orders'], 'rehearsal'),
  PAYPAL_MODE: z.optional(z.enum(['sandbox', 'live'], 'must be one of sandbox, live')),
  PAYPAL_CLIENT_ID: z.optional(z.string()),
  PAYPAL_CLIENT_SECRET: z.optional(z.string()),
  PAYPAL_WEBHOOK_ID: z.optional(z.string()),
  PAYPAL_WEB_URL: z.optional(secureUrlSchema),
  PAYPAL_VERIFY_URL: z.optional(secureUrlSchema),
  PAYPAL_API_URL: z.optional(secureUrlSchema),
}

/** An app at PayPal's developer site. Its webhook reports payments to us. */
export type PayPalApp = { clientId: string; clientSecret: string; webhookId: string }

const schema = z.object(paymentsEnvSchemas)
type PaymentsEnv = z.infer<typeof schema>

/** Reads how customers pay. Throws if customers couldn't pay, or would wrongly believe that they paid. */
export function readPaymentsConfig(
  env: PaymentsEnv,
  exposure: NetworkExposureSettings & { origins: readonly [string, ...string[]] },
) {
  const gateway = env.PAYMENTS
  const paypal = readPayPalConfig(env, exposure.origins[0])
  // In rehearsal mode every visitor can mark an order paid without paying.
  if (gateway === 'rehearsal') {
    assertLoopbackOnly('PAYMENTS=rehearsal', 'PAYMENTS to paypal-standard or paypal-orders', exposure)
  }
  if (gateway !== 'rehearsal' && !paypal) {
    throw createConfigError(`PAYMENTS=${gateway} needs PAYPAL_MODE: live for real money, sandbox for PayPal’s own tests.`)
  }
  if (gateway === 'paypal-orders' && !paypal?.app) {
    throw createConfigError(
      `PAYMENTS=paypal-orders needs ${APP_VARIABLES.join(', ')}, as PayPal’s developer site shows them for your application.`,
    )
  }
  // PayPal may be configured beside another gateway, because it may still report earlier payments.
  return { payments: { gateway, paypal } }
}

function readPayPalConfig(env: PaymentsEnv, origin: string) {
  const mode = env.PAYPAL_MODE
  const app = readAllOrNoneVariables(env, APP_VARIABLES)
  if (!mode) {
    const set = [...APP_VARIABLES, ...URL_VARIABLES].filter((name) => env[name] !== undefined)
    if (set.length > 0) throw createConfigError(`${set.join(', ')}: also need PAYPAL_MODE, live or sandbox.`)
    return undefined
  }
  if (mode === 'live') assertLiveUrls(env, origin)
  if (`${origin}/api${receivePayPalIpnEndpoint.path}`.length > MAX_NOTIFY_URL_LENGTH) {
    throw createConfigError(
      `ORIGIN is too long: PayPal accepts at most ${MAX_NOTIFY_URL_LENGTH} characters in the URL for its notices.`,
    )
  }
  const [clientId, clientSecret, webhookId] = app ?? []
  const defaultUrls = PAYPAL_URLS[mode]
  return {
    /** Whether real money moves. */
    isLive: mode === 'live',
    /** Takes the customer's form. */
    webUrl: env.PAYPAL_WEB_URL ?? defaultUrls.webUrl,
    /** Verifies notices. */
    verifyUrl: env.PAYPAL_VERIFY_URL ?? defaultUrls.verifyUrl,
    /** The base of the REST API. */
    apiUrl: (env.PAYPAL_API_URL ?? defaultUrls.apiUrl).replace(/\/$/, ''),
    /** The Orders API needs it. */
    app: clientId && clientSecret && webhookId ? { clientId, clientSecret, webhookId } : undefined,
  }
}

/** Checks that PayPal can reach the site, and that all connections are encrypted. */
function assertLiveUrls(env: PaymentsEnv, origin: string): void {
  if (!origin.startsWith('https:') || isLoopbackOrigin(origin)) {
    throw createConfigError('PAYPAL_MODE=live needs an ORIGIN with https that PayPal can reach, such as https://example.com.')
  }
  const plain = URL_VARIABLES.filter((name) => env[name]?.startsWith('http:'))
  if (plain.length > 0) throw createConfigError(`${plain.join(', ')}: must be https if PAYPAL_MODE is live.`)
}

function createConfigError(sentence: string): Error {
  return new Error(`The configuration cannot be used. ${sentence}`)
}
