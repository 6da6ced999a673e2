import { expect, test } from 'vitest'
import { businessOf } from '../../../contract/business.ts'
import { footerAddress } from '../../../contract/sections/footer-address.ts'
import { pricingPackage } from '../../../contract/sections/pricing-package.ts'
import { exampleRecord } from '../example-record.ts'
import { businessData } from './business-data.ts'

const origin = 'https://example.com'
const record = exampleRecord(footerAddress, { openingHours: 'Mon-Fri 9am-5pm, Sunday closed' })
const business = businessOf(record)
const packages = ['1899', '499.5'].map((packagePrice) => exampleRecord(pricingPackage, { _id: 'p1', packagePrice }))

test('the first address goes in parts where the street is known, and as it is written where not', () => {
  expect(businessData({ origin, business })).toMatchObject({
    address: { '@type': 'PostalAddress', streetAddress: 'streetAddress', addressCountry: 'addressCountry' },
    telephone: 'banPhone',
  })
  const plain = businessOf({ ...record, streetAddress: ' ' })
  expect(businessData({ origin, business: plain })).toMatchObject({ address: 'banLocation' })
})

test('a day on which nobody works is said to be closed, a day that is not named is left out', () => {
  expect(businessData({ origin, business })).toMatchObject({
    openingHoursSpecification: [
      { dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '09:00', closes: '17:00' },
      { dayOfWeek: ['Sunday'], opens: '00:00', closes: '00:00' },
    ],
  })
})

test('a break makes two shifts of a day, a whole day ends a minute before midnight, and by appointment is neither open nor closed', () => {
  const openingHours = 'Mon-Tue 9am-12pm and 1pm-5pm, Friday 24 hours, Saturday by appointment'
  expect(businessData({ origin, business: businessOf({ ...record, openingHours }) })).toMatchObject({
    openingHoursSpecification: [
      { dayOfWeek: ['Monday', 'Tuesday'], opens: '09:00', closes: '12:00' },
      { dayOfWeek: ['Monday', 'Tuesday'], opens: '13:00', closes: '17:00' },
      { dayOfWeek: ['Friday'], opens: '00:00', closes: '23:59' },
    ],
  })
})

test('prices go from the lowest to the highest, and one price stands alone', () => {
  expect(businessData({ origin, business, packages })).toMatchObject({ priceRange: '$499.50-$1,899' })
  expect(businessData({ origin, business, packages: packages.slice(0, 1) })).toMatchObject({ priceRange: '$1,899' })
  expect(businessData({ origin, business })).not.toHaveProperty('priceRange')
})

test('the logo is the owner’s picture in full, or the icon of the site where there is no fit one', () => {
  const logoOf = (logo?: string) => businessData({ origin, business, logo })
  expect(logoOf('/art/mark.svg')).toMatchObject({ logo: 'https://example.com/art/mark.svg' })
  for (const unfit of [undefined, '', 'javascript:alert(1)', 'mailto:a@example.com', 'http://']) {
    expect(logoOf(unfit)).toMatchObject({ logo: 'https://example.com/icon-512.png' })
  }
})

test('a business without an address claims no place, only its name and its site', () => {
  expect(businessData({ origin, business: businessOf(), packages })).toMatchObject({
    '@type': 'Organization',
    name: 'Rankstead',
    url: 'https://example.com/',
  })
  const text = JSON.stringify(businessData({ origin, business: businessOf(), packages }))
  expect(text).not.toMatch(/rating|review|"telephone"|"address"|openingHours|priceRange/i)
})
