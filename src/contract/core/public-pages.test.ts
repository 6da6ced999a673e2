import { expect, it } from 'vitest'
import { contentKinds } from '../content-kinds.ts'
import { detailPages, getPublicPage, isPublicPagePath, listPathAndAlternatePath } from './public-pages.ts'
import { seoFields } from './seo-fields.ts'

it('lists the path of a public page, and its alternate path if it has one', () => {
  expect(listPathAndAlternatePath(getPublicPage('Home'))).toEqual(['/'])
  expect(listPathAndAlternatePath(getPublicPage('Pricing'))).toEqual(['/pricing/'])
  expect(listPathAndAlternatePath(getPublicPage('Contact'))).toEqual(['/contact', '/contact-us'])
})

it("accepts paths that a record's page may have, and no others below it", () => {
  for (const path of ['/', '/service/', '/contact-us', '/service/citations', '/service/citations-2'])
    expect(isPublicPagePath(path)).toBe(true)
  for (const path of ['/service', '/service//', '/service/a/', '/service/a/b', '/service/A', '/servic/a', '/login'])
    expect(isPublicPagePath(path)).toBe(false)
})

it.each(detailPages)(
  '$name stand for records of a kind that has the fields which they name',
  ({ kind, titleField, requiredFields: needs, parentPage: under }) => {
    const fields = Object.keys(contentKinds.find((contentKind) => contentKind.kind === kind)?.fields ?? {})
    expect(fields).toEqual(expect.arrayContaining([titleField, ...needs, ...Object.keys(seoFields)]))
    expect(getPublicPage(under)).toBeDefined()
  },
)
