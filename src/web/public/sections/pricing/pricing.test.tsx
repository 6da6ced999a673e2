import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { buildRecordFixture } from '../../../../../tests/support/record-fixture.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { formatPackagePrice, getLowestPrice, parseKeywordCount } from './package-values.ts'
import { section } from './section.tsx'

const [basic, standard, premium] = [
  { packageName: 'Basic', packagePrice: '499' },
  { packageName: 'Standard', packagePrice: '999' },
  { packageName: 'Premium', packagePrice: '1899' },
].map((values) => buildRecordFixture(pricingPackage, { ...values, _id: values.packageName })) as [Basic, Basic, Basic]
type Basic = ReturnType<typeof buildRecordFixture<typeof pricingPackage>>

const pointsIn = (html: string) => html.match(/packagePoint\w+/g) ?? []
const drawn = (packages: readonly Basic[], page: 'Home' | 'Pricing' = 'Home') =>
  renderToStaticMarkup(section.render({ [pricingPackage.kind]: packages }, page))

test('Basic and Standard draw seven points, Premium as many as its page gives it', () => {
  expect(pointsIn(drawn([basic]))).toHaveLength(7)
  expect(pointsIn(drawn([standard]))).toHaveLength(7)
  expect(pointsIn(drawn([premium]))).toHaveLength(10)
  const [shown = '', folded = ''] = drawn([premium], 'Pricing').split('<summary>and 2 more</summary>')
  expect([pointsIn(shown).length, pointsIn(folded).length]).toEqual([8, 2])
})

test('an empty point is not drawn', () => {
  const record = { ...premium, packagePointNine: '', packagePointTen: ' ' }
  expect(pointsIn(drawn([record]))).toHaveLength(8)
})

test('the pricing page folds the points left out and what follows an order away, and shows neither where there is nothing', () => {
  expect(drawn([standard], 'Pricing').match(/<details/g)).toHaveLength(1)
  expect(drawn([standard], 'Pricing')).toContain('<p>packageLaterMonths</p>')
  expect(drawn([standard])).not.toContain('<details')
  const specified = { ...standard, packageFirstMonth: '', packageLaterMonths: '' }
  expect(drawn([specified], 'Pricing')).not.toContain('<details')
})

test('cards stand in order of size, each with the words and the link of its own order', () => {
  const html = drawn([premium, basic, standard])
  expect(html.match(/(?<=href=")\/order-now\/\w+/g)).toEqual(['/order-now/Basic', '/order-now/Standard', '/order-now/Premium'])
  expect(html.match(/packageButtonText/g)).toHaveLength(3)
  expect(html.match(/One payment per order, no auto-renewal/g)).toHaveLength(3)
  expect(html.match(/Recommended/g)).toHaveLength(1)
})

test('prices read as people write them', () => {
  expect([formatPackagePrice('1899'), formatPackagePrice('499.5'), formatPackagePrice('0.99')]).toEqual([
    '1,899',
    '499.50',
    '0.99',
  ])
  expect(getLowestPrice([premium, basic, standard])).toBe('499')
  expect(getLowestPrice([])).toBeUndefined()
})

test('lots are lit for the keywords that a point names, and left out where none does', () => {
  expect(parseKeywordCount(['2 pages', '25 local keywords'])).toBe(25)
  expect(parseKeywordCount(['10 keywords'])).toBe(10)
  expect(parseKeywordCount(['Keyword report', '4 pages'])).toBeUndefined()
  const lit = (point: string) => drawn([{ ...basic, packagePointTwo: point }])
  expect(lit('none')).not.toContain('<svg class="lots"')
  // 25 lots: thirteen above from the seventh on, twelve below.
  expect(lit('25 local keywords')).toContain('M91 19.5H284M91 55.5H270')
})
