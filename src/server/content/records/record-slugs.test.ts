import { expect, it } from 'vitest'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { getRecordPagePath, listOldRecordPathsOfKind, listPagesOfVisibleRecords } from './record-page-paths.ts'
import type { RecordValues, StoredRecord } from './record-row.ts'
import { assignSlug, slugify } from './record-slugs.ts'

const LIST_PATH = '/service/'
const requiredValues = { serviceWork: 'We do it.', serviceReceives: 'A sheet' }

function buildRecord(id: string, values: RecordValues, isHidden = false): StoredRecord {
  return { id, version: 1, sampleFields: null, isHidden, values }
}

/** Returns a service that had these titles one after the other. */
function assignSlugFromTitles(id: string, titles: readonly string[], others: readonly StoredRecord[] = []) {
  const values = titles.reduce<RecordValues>(
    (own, serviceTitle) => assignSlug(serviceItem, { ...requiredValues, serviceTitle }, own, others),
    {},
  )
  return buildRecord(id, values)
}

it('builds a slug from the letters and digits of a title, with at most 60 characters', () => {
  expect(slugify('Google Business Profile')).toBe('google-business-profile')
  expect(slugify('  IDX/MLS & “São” José’s  ')).toBe('idx-mls-sao-joses')
  expect(slugify('住宅')).toBe('')
  expect(slugify('word '.repeat(40))).toMatch(/^(word-){11}word$/)
  expect(slugify('x'.repeat(200))).toHaveLength(60)
})

it('numbers the second record with the same title, and names a record after its kind if its title has no usable letters', () => {
  const first = assignSlugFromTitles('1', ['Citations'])
  const second = assignSlugFromTitles('2', ['Citations'], [first])
  const third = assignSlugFromTitles('3', ['citations!'], [first, second])
  const paths = [first, second, third].map((one) => getRecordPagePath(serviceItem, one))
  expect(paths).toEqual(['/service/citations', '/service/citations-2', '/service/citations-3'])
  expect(getRecordPagePath(serviceItem, assignSlugFromTitles('4', ['住宅']))).toBe('/service/service')
})

it('keeps the slug while the title stays the same, even when a lower number becomes free', () => {
  const second = assignSlugFromTitles('2', ['Citations'], [assignSlugFromTitles('1', ['Citations'])])
  const saved = { ...second, values: assignSlug(serviceItem, second.values, second.values, []) }
  expect(getRecordPagePath(serviceItem, saved)).toBe('/service/citations-2')
})

it('leads each old path to the current one, unless another page uses the old path', () => {
  const moved = assignSlugFromTitles('1', ['Links', 'Link building', 'Link outreach'])
  const lead = (oldPath: string) => ({ oldPath, newPath: '/service/link-outreach' })
  expect(listOldRecordPathsOfKind(serviceItem, LIST_PATH, [moved], [])).toEqual([
    lead('/service/link-building'),
    lead('/service/links'),
  ])
  const other = assignSlugFromTitles('2', ['Links'], [moved])
  expect(getRecordPagePath(serviceItem, other)).toBe('/service/links')
  expect(listOldRecordPathsOfKind(serviceItem, LIST_PATH, [moved, other], [])).toEqual([lead('/service/link-building')])
})

it('lists the paths of hidden and deleted records as gone', () => {
  const hidden = { ...assignSlugFromTitles('1', ['Links', 'Outreach']), isHidden: true }
  const deleted = assignSlugFromTitles('2', ['Reports'])
  const gone = (oldPath: string) => ({ oldPath })
  expect(listPagesOfVisibleRecords(serviceItem, [hidden])).toEqual([])
  expect(listOldRecordPathsOfKind(serviceItem, LIST_PATH, [hidden], [deleted])).toEqual(
    ['/service/outreach', '/service/links', '/service/reports'].map(gone),
  )
})
