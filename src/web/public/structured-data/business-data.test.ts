import { expect, test } from 'vitest'
import { buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import type { ImageDisplayDetails } from '#contract/content/media.ts'
import { buildContentRecordFixture } from '#tests/support/content-record-fixture.ts'
import { buildBusinessData } from './business-data.ts'
import { buildOffersData, buildServiceData } from './offer-data.ts'

const origin = 'https://example.com'
const record = buildContentRecordFixture(businessInfo, { openingHours: 'Mon-Fri 9am-5pm, Sunday closed' })
const business = buildBusinessFacts(record)
const packages = ['1899', '499.5'].map((packagePrice) => buildContentRecordFixture(pricingPackage, { _id: 'p1', packagePrice }))

test('states the first address in parts if the street is known, otherwise as text', () => {
  expect(buildBusinessData({ origin, business })).toMatchObject({
    address: { '@type': 'PostalAddress', streetAddress: 'streetAddress', addressCountry: 'addressCountry' },
    telephone: 'banPhone',
  })
  const businessWithoutStreet = buildBusinessFacts({ ...record, streetAddress: ' ' })
  expect(buildBusinessData({ origin, business: businessWithoutStreet })).toMatchObject({ address: 'banLocation' })
})

test('states a closed day as closed, and leaves out a day that the hours do not name', () => {
  expect(buildBusinessData({ origin, business })).toMatchObject({
    openingHoursSpecification: [
      { dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '09:00', closes: '17:00' },
      { dayOfWeek: ['Sunday'], opens: '00:00', closes: '00:00' },
    ],
  })
})

test('splits a day at its break, ends a full day at 23:59, and leaves out days by appointment', () => {
  const openingHours = 'Mon-Tue 9am-12pm and 1pm-5pm, Friday 24 hours, Saturday by appointment'
  expect(buildBusinessData({ origin, business: buildBusinessFacts({ ...record, openingHours }) })).toMatchObject({
    openingHoursSpecification: [
      { dayOfWeek: ['Monday', 'Tuesday'], opens: '09:00', closes: '12:00' },
      { dayOfWeek: ['Monday', 'Tuesday'], opens: '13:00', closes: '17:00' },
      { dayOfWeek: ['Friday'], opens: '00:00', closes: '23:59' },
    ],
  })
})

test('states the price range from lowest to highest, and a single price alone', () => {
  expect(buildBusinessData({ origin, business, packages })).toMatchObject({ priceRange: '$499.50-$1,899' })
  expect(buildBusinessData({ origin, business, packages: packages.slice(0, 1) })).toMatchObject({ priceRange: '$1,899' })
  expect(buildBusinessData({ origin, business })).not.toHaveProperty('priceRange')
})

test("states the owner's logo if it has at least 112 px, otherwise the site icon", () => {
  const url = '/media/01a20318-8c64-7d29-9f6d-244ca2e28b5d.png'
  const createPicture = (width: number, height: number): ImageDisplayDetails => ({
    url,
    width,
    height,
    alt: '',
    focusX: 50,
    focusY: 50,
  })
  const buildWithLogo = (logo?: string, pictures: ImageDisplayDetails[] = []) =>
    buildBusinessData({ origin, business, logo, pictures })
  expect(buildWithLogo(url, [createPicture(112, 400)])).toMatchObject({
    logo: `https://example.com${url}`,
    image: `https://example.com${url}`,
  })
  expect(buildWithLogo('https://cdn.example/logo.png')).toMatchObject({ logo: 'https://cdn.example/logo.png' })
  expect(buildWithLogo(url, [createPicture(400, 111)])).toMatchObject({ logo: 'https://example.com/icon-512.png' })
  for (const logo of [undefined, '', '/art/mark.svg', url, 'javascript:alert(1)', 'mailto:a@example.com', 'http://']) {
    expect(buildWithLogo(logo)).toMatchObject({ logo: 'https://example.com/icon-512.png' })
  }
})

test('states the coordinates and service areas that the owner gave', () => {
  const buildWithPlace = (coordinates: string, areaServed = '') =>
    buildBusinessData({ origin, business: buildBusinessFacts({ ...record, coordinates, areaServed }) })
  expect(buildWithPlace('39.79982, -89.64371', 'Springfield, Sangamon County,')).toMatchObject({
    geo: { '@type': 'GeoCoordinates', latitude: 39.79982, longitude: -89.64371 },
    areaServed: [
      { '@type': 'AdministrativeArea', name: 'Springfield' },
      { '@type': 'AdministrativeArea', name: 'Sangamon County' },
    ],
  })
  for (const coordinates of ['', 'Springfield', '39.8', '91, 0', '0, 181', '1, 2, 3'])
    expect(buildWithPlace(coordinates)).not.toHaveProperty('geo')
  expect(buildWithPlace('', ' , ')).not.toHaveProperty('areaServed')
})

test('states social profiles, but not the home page of a network', () => {
  const buildWithProfiles = (...profiles: string[]) => buildBusinessData({ origin, business, profiles })
  expect(buildWithProfiles('https://www.facebook.com/ours', 'https://www.instagram.com/')).toMatchObject({
    sameAs: ['https://www.facebook.com/ours'],
  })
  expect(buildWithProfiles('https://www.facebook.com/', 'https://x.com', '', 'mailto:a@example.com', '/ours')).not.toHaveProperty(
    'sameAs',
  )
})

test('states an offer with the price of one month, which sells a service of its own', () => {
  const price = { price: '1899', priceCurrency: 'USD' }
  const [offer, service] = buildOffersData(origin, business, packages.slice(0, 1)) as Record<string, unknown>[]
  expect(offer).toMatchObject({
    ...price,
    priceSpecification: { ...price, referenceQuantity: { value: 1, unitCode: 'MON' } },
    url: 'https://example.com/pricing/',
    itemOffered: { '@id': service?.['@id'] },
  })
  expect(service).toMatchObject({ '@type': 'Service', provider: { '@id': 'https://example.com/#business' } })
})

test('states where a service is described, where it is offered and which packages include it', () => {
  const businessWithArea = buildBusinessFacts({ ...record, areaServed: 'Springfield, United States' })
  const item = buildContentRecordFixture(serviceItem, { serviceTitle: 'Maps' })
  const build = (_path?: string) =>
    buildServiceData({ origin, business: businessWithArea, item: { ...item, ...(_path && { _path }) }, packages })
  expect(build()).toMatchObject({
    name: 'Maps',
    url: 'https://example.com/service/',
    areaServed: [
      { '@type': 'AdministrativeArea', name: 'Springfield' },
      { '@type': 'AdministrativeArea', name: 'United States' },
    ],
    isRelatedTo: buildOffersData(origin, business, packages)
      .filter((node) => '@type' in node && node['@type'] === 'Service')
      .map((node) => ({ '@id': '@id' in node && node['@id'] })),
  })
  expect(build('/service/maps')).toMatchObject({
    '@id': 'https://example.com/service/maps#service',
    url: 'https://example.com/service/maps',
  })
})

test('states no place for a business without an address, only its name and site', () => {
  expect(buildBusinessData({ origin, business: buildBusinessFacts(), packages })).toMatchObject({
    '@type': 'Organization',
    name: 'Rankstead',
    url: 'https://example.com/',
  })
  const text = JSON.stringify(buildBusinessData({ origin, business: buildBusinessFacts(), packages }))
  expect(text).not.toMatch(/rating|review|"telephone"|"address"|openingHours|priceRange/i)
})
