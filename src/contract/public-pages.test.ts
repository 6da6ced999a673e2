import { expect, it } from 'vitest'
import { addressesOf, publicPage } from './public-pages.ts'

it('a public page is served with and without its last slash, and at its other address', () => {
  expect(addressesOf(publicPage('Home'))).toEqual(['/'])
  expect(addressesOf(publicPage('Pricing'))).toEqual(['/pricing', '/pricing/'])
  expect(addressesOf(publicPage('Contact'))).toEqual(['/contact', '/contact/', '/contact-us', '/contact-us/'])
})
