import { beforeEach, expect, it } from 'vitest'
import { type PayPalBehavior, startFakePayPal } from '#tests/support/fake-paypal.ts'
import { startForSuite } from '#tests/support/start-for-suite.ts'
import { verifyIpn } from './paypal-standard.ts'

const paypal = startForSuite(startFakePayPal)
beforeEach(() => {
  paypal.behavior = 'well'
})

const form = { business: 'pay@example.com', amount: '999', invoice: 'attempt', custom: 'order', currency_code: 'USD' }
const verdict = (bytes: Buffer, within = 5_000) =>
  verifyIpn(paypal.environment().PAYPAL_VERIFY_URL, { bytes, headers: new Headers() }, AbortSignal.timeout(within))

it('accepts only PayPal’s own bytes, in any charset', async () => {
  for (const charset of ['windows-1252', 'utf-8', 'iso-8859-2']) {
    const { notice } = paypal.charge(form, { charset, fields: { item_name: 'Café – é%2B+ &=' } })
    expect(await verdict(notice.bytes)).toBe('authentic')
    expect(paypal.verificationRequests.at(-1)).toEqual(notice.bytes)
    expect(await verdict(Buffer.from(`${notice.bytes}&x=1`))).toBe('forged')
  }
  expect(await verdict(paypal.forge(form).bytes)).toBe('forged')
})

it.each<[PayPalBehavior, string]>([
  ['breaking the line', 'authentic'],
  ['as a page', 'retry'],
  ['unavailable', 'retry'],
  ['redirecting', 'retry'],
])('is not misled by PayPal %s', async (behavior, expected) => {
  const { notice } = paypal.charge(form)
  paypal.behavior = behavior
  expect(await verdict(notice.bytes)).toBe(expected)
})

it('stops waiting on its signal if PayPal stays silent', async () => {
  paypal.behavior = 'silent'
  await expect(verdict(paypal.charge(form).notice.bytes, 100)).rejects.toThrow(/timeout|aborted/i)
})
