import { expect, it } from 'vitest'
import { contentKinds } from '../content-kinds.ts'
import { addressesOf, isPublicPath, itemPages, publicPage } from './public-pages.ts'
import { searchFields } from './search-fields.ts'

it('a public page is served at its address, and at its other where it has one', () => {
  expect(addressesOf(publicPage('Home'))).toEqual(['/'])
  expect(addressesOf(publicPage('Pricing'))).toEqual(['/pricing/'])
  expect(addressesOf(publicPage('Contact'))).toEqual(['/contact', '/contact-us'])
})

it('knows an address that the page of a record may have, and no other below it', () => {
  for (const path of ['/', '/service/', '/contact-us', '/service/citations', '/service/citations-2'])
    expect(isPublicPath(path)).toBe(true)
  for (const path of ['/service', '/service//', '/service/a/', '/service/a/b', '/service/A', '/servic/a', '/login'])
    expect(isPublicPath(path)).toBe(false)
})

it.each(itemPages)(
  '$name stand for records of a kind that has the fields which they name',
  ({ kind, titleField, needs, under }) => {
    const fields = Object.keys(contentKinds.find((contentKind) => contentKind.kind === kind)?.fields ?? {})
    expect(fields).toEqual(expect.arrayContaining([titleField, ...needs, ...Object.keys(searchFields)]))
    expect(publicPage(under)).toBeDefined()
  },
)
