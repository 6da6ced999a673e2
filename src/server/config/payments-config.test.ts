import { describe, expect, it } from 'vitest'
import { receivePayPalIpnEndpoint } from '#contract/sales/payment-webhooks.ts'
import { readConfig } from './config.ts'

const ORIGIN = 'https://shop.example'
const standard = { PAYMENTS: 'paypal-standard', PAYPAL_MODE: 'sandbox' }
const app = { PAYPAL_CLIENT_ID: 'canary-id', PAYPAL_CLIENT_SECRET: 'canary-secret', PAYPAL_WEBHOOK_ID: 'canary-hook' }
const orders = { ...standard, ...app, PAYMENTS: 'paypal-orders' }
const readPaymentSettings = (environment: Record<string, string>) => readConfig(environment).payments

it('uses rehearsal payments unless the settings choose a gateway', () => {
  expect(readPaymentSettings({})).toEqual({ gateway: 'rehearsal', paypal: undefined })
  expect(readPaymentSettings({ PAYMENTS: '  ', PAYPAL_MODE: '' })).toEqual({ gateway: 'rehearsal', paypal: undefined })
})

it('allows rehearsal payments on this machine only', () => {
  for (const loopbackOrigin of ['http://127.0.0.1:3000', 'https://localhost', 'http://[::1]:8080'])
    expect([loopbackOrigin, readPaymentSettings({ ORIGIN: loopbackOrigin }).gateway]).toEqual([loopbackOrigin, 'rehearsal'])
  for (const remoteOrigin of [ORIGIN, 'http://shop.example', 'http://192.168.1.5:3000', 'http://localhost.evil.example'])
    expect(() => readPaymentSettings({ ORIGIN: remoteOrigin }), remoteOrigin).toThrow(
      /PAYMENTS=rehearsal is for this machine alone.+Set PAYMENTS to/,
    )
})

it('uses the URLs of PayPal and of its sandbox', () => {
  expect(readPaymentSettings({ ...standard, PAYPAL_MODE: 'live', ORIGIN })).toEqual({
    gateway: 'paypal-standard',
    paypal: {
      isLive: true,
      webUrl: 'https://www.paypal.com/cgi-bin/webscr',
      verifyUrl: 'https://ipnpb.paypal.com/cgi-bin/webscr',
      apiUrl: 'https://api-m.paypal.com',
      app: undefined,
    },
  })
  // Both a public and a local site may use the sandbox.
  for (const environment of [standard, { ...standard, ORIGIN }])
    expect(readPaymentSettings(environment).paypal).toEqual({
      isLive: false,
      webUrl: 'https://www.sandbox.paypal.com/cgi-bin/webscr',
      verifyUrl: 'https://ipnpb.sandbox.paypal.com/cgi-bin/webscr',
      apiUrl: 'https://api-m.sandbox.paypal.com',
      app: undefined,
    })
})

it('accepts an app for the Orders API, and URLs other than PayPal’s', () => {
  const localUrls = {
    PAYPAL_WEB_URL: 'http://127.0.0.1:4000/cgi-bin/webscr',
    PAYPAL_VERIFY_URL: 'http://127.0.0.1:4000/verify',
    PAYPAL_API_URL: 'http://127.0.0.1:4000/',
  }
  expect(readPaymentSettings({ ...orders, ...localUrls })).toEqual({
    gateway: 'paypal-orders',
    paypal: {
      isLive: false,
      webUrl: localUrls.PAYPAL_WEB_URL,
      verifyUrl: localUrls.PAYPAL_VERIFY_URL,
      apiUrl: 'http://127.0.0.1:4000',
      app: { clientId: 'canary-id', clientSecret: 'canary-secret', webhookId: 'canary-hook' },
    },
  })
})

it('keeps PayPal in rehearsal mode, because it may still report earlier payments', () => {
  expect(readPaymentSettings({ ...orders, PAYMENTS: 'rehearsal' })).toMatchObject({
    gateway: 'rehearsal',
    paypal: { isLive: false, app: { clientId: 'canary-id' } },
  })
})

describe('stops the start with one sentence and without secrets', () => {
  const { PAYPAL_WEBHOOK_ID: _hook, ...half } = app
  it.each<[string, Record<string, string>, RegExp]>([
    ['without a mode', { PAYMENTS: 'paypal-standard' }, /PAYMENTS=paypal-standard needs PAYPAL_MODE: live .+ sandbox /],
    ['with credentials but no mode', app, /PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID: also need PAYPAL_MODE/],
    ['with a URL but no mode', { PAYPAL_WEB_URL: 'https://a.example' }, /PAYPAL_WEB_URL: also need PAYPAL_MODE/],
    ['with an incomplete app', { ...standard, ...half }, /PAYPAL_WEBHOOK_ID go together/],
    ['without an app', { ...standard, PAYMENTS: 'paypal-orders' }, /PAYMENTS=paypal-orders needs PAYPAL_CLIENT_ID, /],
    ['live on this machine', { ...standard, PAYPAL_MODE: 'live' }, /PAYPAL_MODE=live needs an ORIGIN with https/],
    ['live on this machine with https', { ...standard, PAYPAL_MODE: 'live', ORIGIN: 'https://localhost' }, /needs an ORIGIN/],
    ['live without https', { ...standard, PAYPAL_MODE: 'live', ORIGIN: 'http://shop.example' }, /needs an ORIGIN with https/],
    [
      'live with URLs without https',
      { ...orders, PAYPAL_MODE: 'live', ORIGIN, PAYPAL_VERIFY_URL: 'http://localhost:1/x', PAYPAL_API_URL: 'http://127.0.0.1' },
      /PAYPAL_VERIFY_URL, PAYPAL_API_URL: must be https if PAYPAL_MODE is live/,
    ],
  ])('%s', (_what, environment, sentence) => {
    expect(() => readPaymentSettings(environment)).toThrow(sentence)
    expect(() => readPaymentSettings(environment)).not.toThrow(/canary/)
    expect(() => readPaymentSettings(environment)).toThrow(/^The configuration cannot be used\. [^\n]+\.$/)
  })
})

it('refuses an ORIGIN that makes notice URLs too long for PayPal', () => {
  const maxHostLength = 255 - `https:///api${receivePayPalIpnEndpoint.path}`.length
  const host = (length: number) =>
    `${'a'.repeat(50)}.`
      .repeat(9)
      .slice(0, length - 1)
      .concat('b')
  expect(readPaymentSettings({ ...standard, ORIGIN: `https://${host(maxHostLength)}` }).gateway).toBe('paypal-standard')
  expect(() => readPaymentSettings({ ...standard, ORIGIN: `https://${host(maxHostLength + 1)}` })).toThrow(
    /ORIGIN is too long.+255 characters/,
  )
})
