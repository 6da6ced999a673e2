import { expect, test } from 'vitest'
import { about } from '../../../../contract/content/kinds/about.ts'
import { bannerWords } from '../../../../contract/content/kinds/banner-words.ts'
import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { samplePart } from '../../../../contract/content/kinds/sample-part.ts'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import { type Drawn, findWords, plain, saidBy, type Which } from './words.ts'

/** An element by its path: `page/list/one` lies within `page/list`. */
type Place = { path: string; parentElement: Place | null }
const places = new Map<string, Place>()

function placeAt(path: string): Place {
  const above = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined
  const place = places.get(path) ?? { path, parentElement: above === undefined ? null : placeAt(above) }
  places.set(path, place)
  return place
}

/** Where a record is found on a page whose texts are given by their paths, each path with its words. */
function found(
  contentKind: ContentKind,
  values: Record<string, string>,
  page: readonly [path: string, says: string][],
  which?: Which,
) {
  const drawn = page.map(([path, says]): Drawn<Place> => ({ element: placeAt(path), says }))
  const { places, words } = findWords(drawn, saidBy({ contentKind, id: '1', values }), which)
  const pathsOf = (all: readonly Place[]) => all.map(({ path }) => path)
  return { places: pathsOf(places), words: Object.fromEntries([...words].map(([name, all]) => [name, pathsOf(all)])) }
}

const faq: [string, string][] = [
  ['page/nav', 'When?'],
  ['page/list/one/h3', 'When?'],
  ['page/list/one/p', 'Soon.'],
  ['page/list/two/h3', 'When?'],
  ['page/list/two/p1', 'Later,'],
  ['page/list/two/p2', 'in May.'],
]

test('a record stands where its fields stand together, not where one of them is said as well', () => {
  const values = { accodingTitle: 'When?', accodingText: 'Later,\n\nin May.' }
  expect(found(faqItem, values, faq)).toEqual({
    places: ['page/list/two'],
    words: { accodingTitle: ['page/list/two/h3'], accodingText: ['page/list/two/p1', 'page/list/two/p2'] },
  })
})

test('a table stands where its cells do, also where a chart says some of them again', () => {
  const values = { partTitle: 'Calls', figures: 'Month | Calls\nMay | 41' }
  const page: [string, string][] = [
    ['page/part/h2', 'Calls'],
    ['page/part/chart', 'May 41'],
    ['page/part/table/th', 'May'],
    ['page/part/table/td', '41'],
    ['page/other/th', 'May'],
  ]
  const { places, words } = found(samplePart, values, page)
  expect(places).toEqual(['page/part'])
  expect(words.figures).toEqual(['page/part/table/th', 'page/part/table/td'])
})

test('of twins a new one is the last', () => {
  const twins: [string, string][] = [...faq.slice(1, 3), ['page/list/two/h3', 'When?'], ['page/list/two/p', 'Soon.']]
  const values = { accodingTitle: 'When?', accodingText: 'Soon.' }
  expect(found(faqItem, values, twins, 'first').places).toEqual(['page/list/one'])
  expect(found(faqItem, values, twins, 'last').places).toEqual(['page/list/two'])
  expect(found(faqItem, values, twins, 'all').places).toEqual(['page/list/one', 'page/list/two'])
})

test('two fields that say the same have a text each, in their order, and share the one that is said once', () => {
  const points = { aboutHeading: 'H', aboutPointOne: 'Plain words', aboutPointTwo: 'Plain words' }
  const twice: [string, string][] = [
    ['about/h2', 'H'],
    ['about/li1', 'Plain words'],
    ['about/li2', 'Plain words'],
  ]
  expect(found(about, points, twice).words).toMatchObject({ aboutPointOne: ['about/li1'], aboutPointTwo: ['about/li2'] })
  expect(found(about, points, twice.slice(0, 2)).words).toMatchObject({
    aboutPointOne: ['about/li1'],
    aboutPointTwo: ['about/li1'],
  })
})

test('what a page spells in its own way is known: prices, hours, spaces and case', () => {
  const price: [string, string][] = [
    ['card/b', '1,899'],
    ['card/h3', 'Premium'],
  ]
  expect(found(pricingPackage, { packageName: 'Premium', packagePrice: '1899.00' }, price).words.packagePrice).toEqual(['card/b'])
  const hours: [string, string][] = [
    ['a/one', 'Mon-Fri 9am-5pm'],
    ['a/two', 'Sunday closed'],
  ]
  expect(found(footerAddress, { openingHours: 'Mon-Fri 09:00-17:00, Sun closed' }, hours).words.openingHours).toEqual([
    'a/one',
    'a/two',
  ])
  expect(plain('+1 (202) 555-0142')).toBe(plain('+12025550142'))
  expect(plain(' … ')).toBe('…')
})

test('the page that a record names is no word of it: the menu is not a part of the record', () => {
  const page: [string, string][] = [
    ['header/a', 'Home'],
    ['card/h3', 'Why?'],
    ['card/p', 'Because.'],
  ]
  const said = { accodingTitle: 'Why?', accodingText: 'Because.', faqPage: 'Home' }
  expect(found(faqItem, said, page)).toMatchObject({ places: ['card'], words: { accodingTitle: ['card/h3'] } })
})

test('nothing is found of a record that the page leaves out', () => {
  expect(found(faqItem, { accodingTitle: 'Never' }, faq)).toEqual({ places: [], words: {} })
})

test('words with a value in their midst are found with whatever stands there', () => {
  const page: [string, string][] = [
    ['page/plan', 'From here on'],
    ['page/banner/price', 'From $499 a month. One payment per order.'],
    ['page/other', 'A month. One payment per order.'],
  ]
  const said = (priceLine: string) => found(bannerWords, { priceLine }, page, 'all').words.priceLine
  expect(said('From {price} a month. One payment per order.')).toEqual(['page/banner/price'])
  expect([said('{price}'), said('From {price} a year.')]).toEqual([undefined, undefined])
})
