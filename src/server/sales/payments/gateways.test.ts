import { expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { createGateways, createPayPageFormActionPolicy } from './gateways.ts'

const app = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'hook' }
const live = { PAYPAL_MODE: 'live', ORIGIN: 'https://shop.example' }

function createTestGateways(environment: Record<string, string>) {
  const config = readConfig(environment)
  const gateways = createGateways({ config, origin: config.origins[0], rehearsalSecret: '' })
  const policy = createPayPageFormActionPolicy(gateways, config.origins)('/pay-now/1')
  return { current: gateways.current, all: [...gateways.all.keys()], policy }
}

it('rehearses on this site without a policy for the pay page', () => {
  expect(createTestGateways({})).toMatchObject({
    current: { id: 'rehearsal', begins: 'form', isRehearsal: true, isLive: false, formTarget: 'http://127.0.0.1:3000' },
    all: ['rehearsal'],
    policy: undefined,
  })
})

it('receives notices of every configured provider and sends customers to the chosen one', () => {
  expect(createTestGateways({ PAYPAL_MODE: 'sandbox', ...app })).toMatchObject({
    current: { id: 'rehearsal' },
    all: ['rehearsal', 'paypal-standard', 'paypal-orders'],
  })
  expect(createTestGateways({ ...live, PAYMENTS: 'paypal-standard' })).toMatchObject({
    current: { id: 'paypal-standard', begins: 'form', isRehearsal: false, isLive: true },
    all: ['paypal-standard'],
    policy: { formAction: ['https://www.paypal.com'] },
  })
  expect(createTestGateways({ ...live, ...app, PAYMENTS: 'paypal-orders' })).toMatchObject({
    current: { id: 'paypal-orders', begins: 'press', isRehearsal: false, isLive: true },
    all: ['paypal-standard', 'paypal-orders'],
    policy: { formAction: ['https://www.paypal.com'] },
  })
  expect(createTestGateways({ PAYPAL_MODE: 'sandbox', PAYMENTS: 'paypal-standard' })).toMatchObject({
    current: { isLive: false },
    policy: { formAction: ['https://www.sandbox.paypal.com'] },
  })
})
