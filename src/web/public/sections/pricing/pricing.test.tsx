import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { buildContentRecordFixture } from '#tests/support/content-record-fixture.ts'
import { formatLowestPrice, formatPriceWithoutDollarSign, parseKeywordCount } from './packages.ts'
import { section } from './section.tsx'

const [basic, standard, premium] = [
  { packageName: 'Basic', packagePrice: '499' },
  { packageName: 'Standard', packagePrice: '999' },
  { packageName: 'Premium', packagePrice: '1899' },
].map((values) => buildContentRecordFixture(pricingPackage, { ...values, _id: values.packageName })) as [Basic, Basic, Basic]
type Basic = ReturnType<typeof buildContentRecordFixture<typeof pricingPackage>>

const findPoints = (html: string) => html.match(/packagePoint\w+/g) ?? []
const renderPricing = (packages: readonly Basic[], page: 'Home' | 'Pricing' = 'Home') =>
  renderToStaticMarkup(section.render({ [pricingPackage.kind]: packages }, page))

test('shows seven points of Basic and Standard, and the points of Premium that its page allows', () => {
  expect(findPoints(renderPricing([basic]))).toHaveLength(7)
  expect(findPoints(renderPricing([standard]))).toHaveLength(7)
  expect(findPoints(renderPricing([premium]))).toHaveLength(10)
  const [visibleHtml = '', foldedHtml = ''] = renderPricing([premium], 'Pricing').split('<summary>and 2 more</summary>')
  expect([findPoints(visibleHtml).length, findPoints(foldedHtml).length]).toEqual([8, 2])
})

test('hides empty points', () => {
  const record = { ...premium, packagePointNine: '', packagePointTen: ' ' }
  expect(findPoints(renderPricing([record]))).toHaveLength(8)
})

test('folds hidden points and the notes on later months on the pricing page, and hides both if empty', () => {
  expect(renderPricing([standard], 'Pricing').match(/<details/g)).toHaveLength(1)
  expect(renderPricing([standard], 'Pricing')).toContain('<p>packageLaterMonths</p>')
  expect(renderPricing([standard])).not.toContain('<details')
  const recordWithoutNotes = { ...standard, packageFirstMonth: '', packageLaterMonths: '' }
  expect(renderPricing([recordWithoutNotes], 'Pricing')).not.toContain('<details')
})

test('sorts cards by size, each with its own text and order link', () => {
  const html = renderPricing([premium, basic, standard])
  expect(html.match(/(?<=href=")\/order-now\/\w+/g)).toEqual(['/order-now/Basic', '/order-now/Standard', '/order-now/Premium'])
  expect(html.match(/packageButtonText/g)).toHaveLength(3)
  expect(html.match(/One payment per order, no auto-renewal/g)).toHaveLength(3)
  expect(html.match(/Recommended/g)).toHaveLength(1)
})

test('shows other packages below the three, and says that a one-off is paid once (P-375)', () => {
  const audit = { ...basic, _id: 'Audit', packageName: 'Site audit', packagePrice: '250', packageTerm: 'One-off' }
  const html = renderPricing([audit, premium, basic], 'Pricing')
  expect(html.match(/(?<=href=")\/order-now\/\w+/g)).toEqual(['/order-now/Basic', '/order-now/Premium', '/order-now/Audit'])
  const [, others = ''] = html.split('packages-more')
  expect(others).toContain('id="site-audit"')
  expect(others).toContain(' once</span>')
  expect(html.match(/\/month/g)).toHaveLength(2)
  expect(formatLowestPrice([audit, premium, basic])).toBe('499')
})

test('formats prices as people write them', () => {
  expect([
    formatPriceWithoutDollarSign('1899'),
    formatPriceWithoutDollarSign('499.5'),
    formatPriceWithoutDollarSign('0.99'),
  ]).toEqual(['1,899', '499.50', '0.99'])
  expect(formatLowestPrice([premium, basic, standard])).toBe('499')
  expect(formatLowestPrice([])).toBeUndefined()
})

test('lights lots for the number of keywords, and hides them without a number', () => {
  expect(parseKeywordCount(['2 pages', '25 local keywords'])).toBe(25)
  expect(parseKeywordCount(['10 keywords'])).toBe(10)
  expect(parseKeywordCount(['Keyword report', '4 pages'])).toBeUndefined()
  const renderWithPoint = (point: string) => renderPricing([{ ...basic, packagePointTwo: point }])
  expect(renderWithPoint('none')).not.toContain('<svg class="lots"')
  // 25 lots: thirteen in the upper row, from the seventh on, and twelve in the lower row.
  expect(renderWithPoint('25 local keywords')).toContain('M91 19.5H284M91 55.5H270')
})
