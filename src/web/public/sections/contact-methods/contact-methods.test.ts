import { expect, test } from 'vitest'
import { buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { contactMethod } from '#contract/content/kinds/contact-method.ts'
import { buildContentRecordFixture } from '#tests/support/content-record-fixture.ts'
import { omitPublishedContactEntries } from './section.tsx'

const business = buildBusinessFacts(
  buildContentRecordFixture(businessInfo, {
    banLocation: '100 Example Street, Springfield',
    banPhone: '+1 202-555-0142',
    ukPhone: '+44 20 7946 0958',
    footerEmail: 'hello@example.com',
    openingHours: 'Mon-Fri 9am-5pm, Sat-Sun closed',
  }),
)

const isShown = (contactDetails: string, businessFacts = business) =>
  omitPublishedContactEntries([buildContentRecordFixture(contactMethod, { contactDetails })], businessFacts).length === 1

test.each([
  '+1 (202) 555 0142',
  '+1 202-555-0142\n+44 20 7946 0958',
  'Hello@Example.com',
  '100 Example Street\nSpringfield',
  'Mon-Fri 9am-5pm\nSat-Sun closed',
])('hides an entry that repeats the business record: %j', (details) => {
  expect(isShown(details)).toBe(false)
})

test.each(['+1 202-555-0199', 'hello@example.com\nsales@example.com', 'Mon-Sat 9am-8pm', 'By appointment'])(
  'shows an entry with other details: %j',
  (details) => {
    expect(isShown(details)).toBe(true)
  },
)

test('shows every entry without a business record', () => {
  expect(isShown('+1 202-555-0142', buildBusinessFacts())).toBe(true)
})
