import { expect, test } from 'vitest'
import { detectAdvertising } from './detect-advertising.ts'

const detect = (message: string, subject = '') => detectAdvertising({ subject, message })

test.each([
  'Hello, we offer high DA 60+ dofollow backlinks for your site. Reply for our price list.',
  'I can publish your guest post on our sites, only $40 per article.',
  'Our team can provide link insertions at the best prices.',
  'Are you interested in guest posting? We sell sponsored posts, $25 each.',
])('a message that sells links is likely spam: %s', (message) => {
  expect(detect(message)).toBe('sellsLinks')
})

test.each([
  'Buy cheap Viagra and Cialis online, no prescription needed.',
  'Canadian pharmacy: best prices on Tramadol, order now!',
  'Weight loss pills with a 50% discount. Buy now http://pills.example',
])('a message that sells pills is likely spam: %s', (message) => {
  expect(detect(message)).toBe('sellsPills')
})

test.each([
  'Our last agency bought backlinks for https://example.com. Can you clean them up?',
  'Do you build links, or write guest posts for real estate sites? What does it cost?',
  'We offer homes in Springfield and need more calls from Google. Our budget is $999.',
  'Our site was hacked and shows viagra pages in Google. Can you help?',
  'What is included in the Standard package for $999?',
])('a customer who asks is not spam: %s', (message) => {
  expect(detect(message)).toBe(undefined)
})

test('the subject counts too', () => {
  expect(detect('Write us for our rates.', 'Guest posts and backlinks')).toBe('sellsLinks')
})
