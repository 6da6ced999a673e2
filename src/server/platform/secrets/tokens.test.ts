import { expect, it } from 'vitest'
import { createSpamCheckFormTokens } from '../../inbox/messages/detect-spam.ts'
import { createSubscriptionLinks } from '../../inbox/subscribers/subscription-links.ts'
import { createKnownDevices } from '../../rate-limits/known-devices.ts'
import { createSigner } from './tokens.ts'

const secret = 'a secret'
const ID = '0b9de5a8-6d0e-4bb6-9d4a-2f1f7a1c6f10'
const UNSUBSCRIBE_TOKEN = `${ID}.3MRi75XocNfwhtfngyTyaPqrbaSrZF5kM12xT729ZNk`
const FORM_TOKEN = '1763712000000.BBBBBBBBBBBBBBBBBBBBBB.Msd9jm5raXGieHIg3STSawLpUUKE2-WYxY4muya6Ss4'
const DEVICE = 'AAAAAAAAAAAAAAAAAAAAAA.gR6-XRGj_6aVmDbMHqS3clnpQFtQuxHccyVztzNGzqk'

it('accepts unsubscribe and confirmation links that earlier versions mailed', () => {
  const links = createSubscriptionLinks(secret)
  expect(links.buildUnsubscribePath(ID)).toBe(`/unsubscribe?token=${UNSUBSCRIBE_TOKEN}`)
  expect(links.parseUnsubscribeToken(UNSUBSCRIBE_TOKEN)).toBe(ID)
  expect(links.hashToken('a-token')).toBe('R42b0Bl5fTAnQvvshrim2MTVCcbpoGNoF0hXC1ujCJ4')
})

it('accepts form tokens and known-device cookies of earlier versions', () => {
  expect(createSpamCheckFormTokens(secret).classify(FORM_TOKEN)).toBe('plausible')
  const find = (account: string, value = DEVICE) =>
    createKnownDevices({ secret, isSecure: false }).find(new Headers({ cookie: `known-device=${value}` }), account)
  expect(find('an-account')).toBe(DEVICE.slice(0, 22))
  expect([find('another'), find('an-account', DEVICE.replace('gR6', 'gR7'))]).toEqual([undefined, undefined])
})

it('accepts only a complete and correct signature with this secret', () => {
  const { sign, isValidSignature } = createSigner(secret)
  const right = sign('a text')
  expect(isValidSignature('a text', right)).toBe(true)
  for (const wrong of [
    '',
    right.slice(1),
    `${right}A`,
    right.toUpperCase(),
    createSigner('another').sign('a text'),
    '\u00fc'.repeat(43),
  ])
    expect(isValidSignature('a text', wrong)).toBe(false)
  expect(isValidSignature('another text', right)).toBe(false)
})
