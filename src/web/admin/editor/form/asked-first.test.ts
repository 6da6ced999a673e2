import { expect, test } from 'vitest'
import { banner } from '../../../../contract/content/kinds/banner.ts'
import { paymentEmail } from '../../../../contract/content/kinds/payment-email.ts'
import type { Finding } from '../../../../contract/content/site-checks.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { NOT_LOGGED_IN, Refusal } from '../../../../contract/grammar/refusal.ts'
import { ANYWAY, askedFirst, foundBeforeChange } from './asked-first.ts'

const found: Finding = {
  rule: 'main-heading',
  severity: 'error',
  says: 'This page has no main heading.',
  pages: ['Home'],
  place: { name: 'Banner: Heading', path: '/banner/1#edit-banner-bannerHeading' },
}
const change = { id: '1', values: { bannerHeading: '' } }

/** A door behind which every call comes to the same. */
const answering = (answer: () => Promise<unknown>): Call => answer as Call

test('what the check finds is asked about, in the number that it is', async () => {
  const call = answering(async () => ({ findings: [found] }))
  expect(await foundBeforeChange(call, banner, change)).toEqual([found])
  expect(await askedFirst({}, 'saved', async () => [found])).toEqual({
    error: 'Not saved yet: this would put one new problem on the site.',
    findings: [found],
  })
  expect(await askedFirst({}, 'deleted', async () => [found, found])).toMatchObject({
    error: 'Not deleted yet: this would put 2 new problems on the site.',
  })
})

test('nothing is asked where nothing is found, or whoever was asked goes on anyway', async () => {
  expect(await askedFirst({}, 'saved', async () => [])).toBeUndefined()
  const find = () => Promise.reject(new Error('Looked at once more.'))
  expect(await askedFirst({ [ANYWAY]: '1' }, 'saved', find)).toBeUndefined()
})

test('a check that is refused, breaks or never ends is in the way of no save', async () => {
  for (const fault of [new Refusal(0, 'Offline.'), new Refusal(503, 'Away.'), new TypeError('Broken.')])
    expect(
      await foundBeforeChange(
        answering(() => Promise.reject(fault)),
        banner,
        change,
      ),
    ).toEqual([])
  expect(
    await foundBeforeChange(
      answering(() => new Promise(() => {})),
      banner,
      change,
      1,
    ),
  ).toEqual([])
})

test('whoever is not logged in any more is led through the login', async () => {
  const lost = answering(() => Promise.reject(new Refusal(401, NOT_LOGGED_IN)))
  await expect(foundBeforeChange(lost, banner, change)).rejects.toThrow(NOT_LOGGED_IN)
})

test('nothing is asked about a kind that is on no page', async () => {
  const call = answering(() => Promise.reject(new Refusal(401, NOT_LOGGED_IN)))
  expect(await foundBeforeChange(call, paymentEmail, change)).toEqual([])
})
