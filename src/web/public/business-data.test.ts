import { expect, test } from 'vitest'
import { footerAddress } from '../../contract/sections/footer-address.ts'
import { pricingPackage } from '../../contract/sections/pricing-package.ts'
import { businessData } from './business-data.ts'
import { exampleRecord } from './example-record.ts'

const origin = 'https://example.com'

test('an office or number given twice is told once', () => {
  const address = exampleRecord(footerAddress, { banLocation: 'Here', ukLocation: 'Here', banPhone: '1', ukPhone: '2' })
  expect(businessData({ origin, address, packages: [] })).toMatchObject({ address: 'Here', telephone: ['1', '2'] })
})

test('each package is an offer in dollars with its own order page', () => {
  const packages = [exampleRecord(pricingPackage, { _id: 'p1', packageName: 'Basic', packagePrice: '499' })]
  const data = JSON.stringify(businessData({ origin, packages }))
  expect(data).toContain('"price":"499","priceCurrency":"USD","url":"https://example.com/order-now/p1"')
})

test('the business makes no claim about its own reviews', () => {
  expect(JSON.stringify(businessData({ origin, packages: [] }))).not.toMatch(/rating|review/i)
})
