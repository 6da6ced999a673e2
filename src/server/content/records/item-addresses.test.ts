import { expect, it } from 'vitest'
import { serviceItem } from '../../../contract/content/kinds/service-item.ts'
import { oldAddresses, pagesOf, pathOf, slugOf, withAddress } from './item-addresses.ts'
import type { StoredRecord, Values } from './store.ts'

const LIST = '/service/'
const words = { serviceWork: 'We do it.', serviceReceives: 'A sheet' }

function record(id: string, values: Values, isHidden = false): StoredRecord {
  return { id, version: 1, sampleFields: null, isHidden, values }
}

/** A service as it is stored once it has been called each of these. */
function called(id: string, titles: readonly string[], others: readonly StoredRecord[] = [], more: Values = words) {
  const values = titles.reduce<Values>(
    (own, serviceTitle) => withAddress(serviceItem, { ...more, serviceTitle }, own, others),
    {},
  )
  return record(id, values)
}

it('makes the address of the letters and figures of a title, and never too long a one', () => {
  expect(slugOf('Google Business Profile')).toBe('google-business-profile')
  expect(slugOf('  IDX/MLS & “São” José’s  ')).toBe('idx-mls-sao-joses')
  expect(slugOf('住宅')).toBe('')
  expect(slugOf('word '.repeat(40))).toMatch(/^(word-){11}word$/)
  expect(slugOf('x'.repeat(200))).toHaveLength(60)
})

it('gives a second record of a title a number, and a title without such letters the name of its kind', () => {
  const first = called('1', ['Citations'])
  const second = called('2', ['Citations'], [first])
  const third = called('3', ['citations!'], [first, second])
  const paths = [first, second, third].map((one) => pathOf(serviceItem, one))
  expect(paths).toEqual(['/service/citations', '/service/citations-2', '/service/citations-3'])
  expect(pathOf(serviceItem, called('4', ['住宅']))).toBe('/service/service')
})

it('leaves the address as it is while the title is the same, also where the number before it is free again', () => {
  const second = called('2', ['Citations'], [called('1', ['Citations'])])
  const saved = { ...second, values: withAddress(serviceItem, second.values, second.values, []) }
  expect(pathOf(serviceItem, saved)).toBe('/service/citations-2')
})

it('leads from each old address to the present one, but not from one where another page is by now', () => {
  const moved = called('1', ['Links', 'Link building', 'Link outreach'])
  const lead = (oldPath: string) => ({ oldPath, state: 'Moved', newPath: '/service/link-outreach' })
  expect(oldAddresses(serviceItem, LIST, [moved], [])).toEqual([lead('/service/link-building'), lead('/service/links')])
  const other = called('2', ['Links'], [moved])
  expect(pathOf(serviceItem, other)).toBe('/service/links')
  expect(oldAddresses(serviceItem, LIST, [moved, other], [])).toEqual([lead('/service/link-building')])
})

it('has the first address again where a record takes back its title', () => {
  const back = called('1', ['Links', 'Outreach', 'Links'])
  expect(pathOf(serviceItem, back)).toBe('/service/links')
  expect(oldAddresses(serviceItem, LIST, [back], []).map(({ oldPath }) => oldPath)).toEqual(['/service/outreach'])
})

it('gives a record that says too little no page, and sends its address to the list', () => {
  const short = called('1', ['Citations'], [], { serviceWork: ' ' })
  expect(pagesOf(serviceItem, [short])).toEqual([])
  expect(oldAddresses(serviceItem, LIST, [short], [])).toEqual([{ oldPath: '/service/citations', state: 'Moved', newPath: LIST }])
})

it('calls the addresses of what is hidden or deleted gone', () => {
  const hidden = { ...called('1', ['Links', 'Outreach']), isHidden: true }
  const deleted = called('2', ['Reports'])
  const gone = (oldPath: string) => ({ oldPath, state: 'Gone', newPath: '' })
  expect(pagesOf(serviceItem, [hidden])).toEqual([])
  expect(oldAddresses(serviceItem, LIST, [hidden], [deleted])).toEqual(
    ['/service/outreach', '/service/links', '/service/reports'].map(gone),
  )
})
