import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BusinessFactFormat } from '#contract/core/content-kind.ts'
import { type ChangedBusinessFact, createOutdatedTextFinder, replaceTextMatches } from './outdated-facts-in-text.ts'

/** Replaces the old fact, and expects that none is left: “Change all” must not leave a text on the list. */
function replaceFact(format: BusinessFactFormat, old: string, now: string, text: string): string {
  const find = createOutdatedTextFinder({ format, oldText: old, newText: now }, [now])
  const result = replaceTextMatches(text, find(text))
  expect(find(result)).toEqual([])
  return result
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

  it.each(['The Oak Realty Group', 'Oak Realty', 'OAK-REALTY', 'Oak Realty of Oak Realty'])('becomes %j once', (newName) => {
    expect(replaceFact('words', 'Oak Realty', newName, newName)).toBe(newName)
  })

  it('becomes a shorter name that is part of it', () => {
    expect(replaceFact('words', 'Oak Realty Group', 'Oak Realty', 'We are Oak Realty Group.')).toBe('We are Oak Realty.')
  })

  it('is replaced at once, whatever words the old and the new name share', () => {
    const name = fc.array(fc.constantFrom('Oak', 'Elm', 'Realty'), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
    const isNewInText = fc.array(fc.boolean(), { maxLength: 6 })
    fc.assert(
      fc.property(name, name, isNewInText, (old, now, places) => {
        replaceFact('words', old, now, places.map((isNew) => (isNew ? now : old)).join(' and '))
      }),
    )
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

it('keeps the facts of today that repeat an old fact, and replaces the longest of two old facts', () => {
  const facts: ChangedBusinessFact[] = [
    { format: 'words', oldText: 'Oak Realty', newText: 'Elm Homes' },
    { format: 'words', oldText: 'Oak Realty Building', newText: 'Oak Realty Plaza' },
    { format: 'words', oldText: 'Elm', newText: 'Springfield' },
  ]
  const find = (text: string) =>
    facts.flatMap((fact) =>
      createOutdatedTextFinder(
        fact,
        facts.map(({ newText }) => newText),
      )(text),
    )
  const text = 'Elm Homes, once Oak Realty, in the Oak Realty Building of Elm'
  const result = replaceTextMatches(text, find(text))
  expect(result).toBe('Elm Homes, once Elm Homes, in the Oak Realty Plaza of Springfield')
  expect(find(result)).toEqual([])
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

  it.each([
    ['(202) 555-0142', 'Call 202-555-0142', 'Call 202-555-0142'],
    ['(202) 555-0142', 'tel:+12025550142', 'tel:2025550142'],
    ['001 202 555 0142', 'tel:+12025550142', 'tel:0012025550142'],
  ])('in another spelling, %j: %j', (now, text, result) => {
    expect(replaceFact('phone', '+1 202-555-0142', now, text)).toBe(result)
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

  it.each([
    [
      'Mon-Fri 9am-5pm, Saturday 10am-2pm, Sunday closed',
      'Call us, Mon-Fri 9am-5pm',
      'Call us, Mon-Fri 9am-5pm, Saturday 10am-2pm',
    ],
    ['Mon–Fri 9:00-17:00; Sat 10:00-14:00', 'Mon-Fri 9am-5pm, Sat-Sun closed', 'Mon-Fri 9am-5pm, Saturday 10am-2pm'],
    ['Mon–Fri 9:00-17:00', 'Mon-Fri 9am-5pm, Sat-Sun closed', 'Mon-Fri 9am-5pm'],
  ])('that grow to %j, in %j', (now, text, result) => {
    expect(replaceFact('hours', 'Mon-Fri 9am-5pm, Sat-Sun closed', now, text)).toBe(result)
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
