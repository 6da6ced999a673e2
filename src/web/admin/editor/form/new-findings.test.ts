import { expect, test } from 'vitest'
import { banner } from '../../../../contract/content/kinds/banner.ts'
import { paymentEmail } from '../../../../contract/content/kinds/payment-email.ts'
import type { SiteAuditFinding } from '../../../../contract/content/site-audit.ts'
import type { ApiCall } from '../../../../contract/core/endpoint.ts'
import { NOT_LOGGED_IN_MESSAGE, UserError } from '../../../../contract/core/user-error.ts'
import { buildNewFindingsWarning, loadChangeFindings, PROCEED_ANYWAY_FIELD } from './new-findings.ts'

const finding: SiteAuditFinding = {
  rule: 'main-heading',
  severity: 'error',
  says: 'This page has no main heading.',
  pages: ['Home'],
  place: { name: 'Banner: Heading', path: '/banner/1#edit-banner-bannerHeading' },
}
const change = { id: '1', values: { bannerHeading: '' } }

const createCall = (answer: () => Promise<unknown>): ApiCall => answer as ApiCall

test('asks about new findings and counts them', async () => {
  const call = createCall(async () => ({ findings: [finding] }))
  expect(await loadChangeFindings(call, banner, change)).toEqual([finding])
  expect(await buildNewFindingsWarning({}, 'saved', async () => [finding])).toEqual({
    error: 'Not saved yet: this would put one new problem on the site.',
    findings: [finding],
  })
  expect(await buildNewFindingsWarning({}, 'deleted', async () => [finding, finding])).toMatchObject({
    error: 'Not deleted yet: this would put 2 new problems on the site.',
  })
})

test('does not ask without findings or after the admin proceeds anyway', async () => {
  expect(await buildNewFindingsWarning({}, 'saved', async () => [])).toBeUndefined()
  const loadFindings = () => Promise.reject(new Error('The audit ran again.'))
  expect(await buildNewFindingsWarning({ [PROCEED_ANYWAY_FIELD]: '1' }, 'saved', loadFindings)).toBeUndefined()
})

test('lets a save pass if the audit is refused, fails or never ends', async () => {
  for (const fault of [new UserError(0, 'Offline.'), new UserError(503, 'Away.'), new TypeError('Broken.')])
    expect(
      await loadChangeFindings(
        createCall(() => Promise.reject(fault)),
        banner,
        change,
      ),
    ).toEqual([])
  expect(
    await loadChangeFindings(
      createCall(() => new Promise(() => {})),
      banner,
      change,
      1,
    ),
  ).toEqual([])
})

test('throws the login error if the session has ended', async () => {
  const loggedOutCall = createCall(() => Promise.reject(new UserError(401, NOT_LOGGED_IN_MESSAGE)))
  await expect(loadChangeFindings(loggedOutCall, banner, change)).rejects.toThrow(NOT_LOGGED_IN_MESSAGE)
})

test('does not audit a kind that is on no page', async () => {
  const call = createCall(() => Promise.reject(new UserError(401, NOT_LOGGED_IN_MESSAGE)))
  expect(await loadChangeFindings(call, paymentEmail, change)).toEqual([])
})
