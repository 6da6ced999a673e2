import { describe, expect, it } from 'vitest'
import type { BusinessFactFormat } from '#contract/core/content-kind.ts'
import { createOutdatedTextFinder, replaceTextMatches } from './outdated-facts-in-text.ts'

function replaceFact(format: BusinessFactFormat, old: string, now: string, text: string): string {
  return replaceTextMatches(text, createOutdatedTextFinder({ format, oldText: old, newText: now })(text))
}

describe('an old name', () => {
  it.each([
    ['© Oak Realty. All rights reserved.', '© Elm Homes. All rights reserved.'],
    ['OAK REALTY’s people, and oak  realty again', 'Elm Homes’s people, and Elm Homes again'],
    ['Oak\nRealty', 'Elm Homes'],
    ['Oakland Realty and Oak Realtyman', 'Oakland Realty and Oak Realtyman'],
    ['See www.oak.realty.com, oak@realty.com and /oak/realty', 'See www.oak.realty.com, oak@realty.com and /oak/realty'],
  ])('in %j', (text, result) => {
    expect(replaceFact('words', 'Oak Realty', 'Elm Homes', text)).toBe(result)
  })

  it('keeps the old name where it begins the new name', () => {
    const text = 'Oak Realty Group, formerly Oak Realty'
    expect(replaceFact('words', 'Oak Realty', 'Oak Realty Group', text)).toBe('Oak Realty Group, formerly Oak Realty Group')
  })

  it('ignores a name with two letters', () => {
    expect(replaceFact('words', 'Oz', 'Elm', 'Oz')).toBe('Oz')
  })
})

it('finds an address that spans two lines and lacks its comma', () => {
  const text = 'Come to 100 Example Street\nSpringfield.'
  expect(replaceFact('words', '100 Example Street, Springfield', '7 New Road, Shelbyville', text)).toBe(
    'Come to 7 New Road, Shelbyville.',
  )
})

describe('an old phone number', () => {
  it.each([
    ['Call (202) 555-0142.', 'Call +1 202-555-0199.'],
    ['Call 202.555.0142, now', 'Call +1 202-555-0199, now'],
    ['001 202 555 0142', '+1 202-555-0199'],
    ['tel:+12025550142', 'tel:+12025550199'],
    ['+1 202-555-0142 / +44 20 7946 0958', '+1 202-555-0199 / +44 20 7946 0958'],
    ['+1 202-555-0143 and 9999 2025550142 5', '+1 202-555-0143 and 9999 2025550142 5'],
    ['555-0142', '555-0142'],
    ['0142', '0142'],
  ])('in %j', (text, result) => {
    expect(replaceFact('phone', '+1 202-555-0142', '+1 202-555-0199', text)).toBe(result)
  })

  it.each(['020 7946 0958', '+44 (0)20 7946 0958', '0044 20 7946 0958', '+442079460958'])('with its home zero: %j', (text) => {
    expect(replaceFact('phone', '+44 20 7946 0958', '+44 20 7946 0001', text)).toBe('+44 20 7946 0001')
  })
})

it.each([
  ['Write to Hello@Example.com.', 'Write to hi@example.org.'],
  ['mailto:hello@example.com', 'mailto:hi@example.org'],
  ['say-hello@example.com, hello@example.com.au', 'say-hello@example.com, hello@example.com.au'],
  ['İstanbul: Hello@Example.com', 'İstanbul: hi@example.org'],
])('an old email in %j', (text, result) => {
  expect(replaceFact('email', 'hello@example.com', 'hi@example.org', text)).toBe(result)
})

describe('old hours', () => {
  it.each([
    ['Call us, Mon-Sat 9am-8pm', 'Call us, Mon-Fri 9am-5pm'],
    ['Mon-Sat 9am-8pm, Sunday closed', 'Mon-Fri 9am-5pm, Sat-Sun closed'],
    ['Monday - Saturday 9:00-20:00\nSunday closed', 'Mon-Fri 9am-5pm, Sat-Sun closed'],
    ['Come by:\nMonday - Saturday 9:00 AM - 8:00 PM', 'Come by:\nMon-Fri 9am-5pm'],
    ['Mon-Sat 9am-9pm', 'Mon-Sat 9am-9pm'],
  ])('in %j', (text, result) => {
    expect(replaceFact('hours', 'Mon-Sat 9am-8pm, Sunday closed', 'Mon-Fri 9:00-17:00, Sat-Sun closed', text)).toBe(result)
  })

  it('replaces old hours by hours in free text', () => {
    expect(replaceFact('hours', 'Mon-Sat 9am-8pm', 'Whenever you call', 'Come Mon-Sat 9am-8pm.')).toBe('Come Whenever you call.')
  })
})

it.each([
  [
    'Link outreach',
    'See Link outreach. We do link outreach, and LINK OUTREACH too.',
    'See Local press. We do link outreach, and LINK OUTREACH too.',
  ],
  ['Citations', 'Citations', 'Local press'],
  ['Citations', 'Citations help. Our Citations page', 'Citations help. Our Local press page'],
])('replaces the name %j only where it is meant as a name', (oldName, text, result) => {
  expect(replaceFact('name', oldName, 'Local press', text)).toBe(result)
})

it('handles 10,000 characters without slow backtracking', () => {
  const texts = ['1 '.repeat(5000), '(1('.repeat(3000), 'Oak '.repeat(2500), 'a@'.repeat(5000), 'Mon '.repeat(2500)]
  const formats: BusinessFactFormat[] = ['words', 'name', 'phone', 'email', 'hours']
  for (const text of texts) for (const format of formats) expect(replaceFact(format, 'Oak Oak 1234567', 'Elm', text)).toBe(text)
})
