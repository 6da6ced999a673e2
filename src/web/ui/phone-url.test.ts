import { expect, test } from 'vitest'
import { toPhoneUrl } from './phone-url.ts'

test.each([
  ['+1 (202) 555-0142', 'tel:+12025550142'],
  ['(217) 555-0142 ext. 12', 'tel:2175550142;ext=12'],
  ['217-555-0142x12', 'tel:2175550142;ext=12'],
  ['217.555.0142, Extension 1200', 'tel:2175550142;ext=1200'],
  ['217 555 0142 #12 ', 'tel:2175550142;ext=12'],
  ['+44 (0)20 7946 0958', 'tel:+442079460958'],
  ['(020) 7946 0958', 'tel:02079460958'],
  ['1-800-555-HOME', 'tel:18005554663'],
  ['+1 (800) Flowers', 'tel:+18003569377'],
  ['1-800-555-HOME ext 7', 'tel:18005554663;ext=7'],
  ['Office: 217-555-0142', 'tel:2175550142'],
  ['555-0142 (main office)', 'tel:5550142'],
  ['555-0142 (cell)', 'tel:5550142'],
  ['Tel: 555-0142', 'tel:5550142'],
])('dials what %s means', (number, url) => {
  expect(toPhoneUrl(number)).toBe(url)
})
