import { expect, test } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import type { SiteAuditFinding } from '#contract/content/site-audit.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { NOT_LOGGED_IN_MESSAGE, UserError } from '#contract/core/user-error.ts'
import {
  buildNewFindingsQuestion,
  buildSaveQuestionAndSuggestions,
  loadUnsavedChangeFindings,
  PROCEED_ANYWAY_FIELD,
} from './build-new-findings-question.ts'

const finding: SiteAuditFinding = {
  rule: 'main-heading',
  severity: 'error',
  says: 'This page has no main heading.',
  pages: ['Home'],
  place: { name: 'Banner: Heading', path: '/banner/1#edit-banner-bannerHeading' },
}
const change = { id: '1', values: { bannerHeading: '' } }

const createCall = (answer: () => Promise<unknown>): ApiCallFunction => answer as ApiCallFunction

test('asks about new findings and counts them', async () => {
  const call = createCall(async () => ({ findings: [finding] }))
  expect(await loadUnsavedChangeFindings(call, banner, change)).toEqual([finding])
  expect(await buildNewFindingsQuestion({}, 'Save', async () => [finding])).toEqual({
    error: 'This adds a problem to your site. Save anyway?',
    findings: [finding],
  })
  expect(await buildNewFindingsQuestion({}, 'Delete', async () => [finding, finding])).toMatchObject({
    error: 'This adds 2 problems to your site. Delete anyway?',
  })
})

test('does not ask without findings or after the admin proceeds anyway', async () => {
  expect(await buildNewFindingsQuestion({}, 'Save', async () => [])).toBeUndefined()
  const loadFindings = () => Promise.reject(new Error('The audit ran again.'))
  expect(await buildNewFindingsQuestion({ [PROCEED_ANYWAY_FIELD]: '1' }, 'Save', loadFindings)).toBeUndefined()
})

test('asks before a save only about broken links and pages, and notes the rest', async () => {
  const brokenLink: SiteAuditFinding = { ...finding, rule: 'broken-link' }
  const missingPicture: SiteAuditFinding = { ...finding, rule: 'broken-picture' }
  const missingSource: SiteAuditFinding = { ...finding, rule: 'proof', severity: 'warning' }
  expect(await buildSaveQuestionAndSuggestions({}, async () => [missingPicture, missingSource])).toEqual({
    warning: undefined,
    notes: [missingPicture, missingSource],
  })
  expect(await buildSaveQuestionAndSuggestions({}, async () => [brokenLink, missingSource])).toEqual({
    warning: { error: 'This link is broken. Save anyway?', findings: [brokenLink] },
    notes: [missingSource],
  })
})

test('lets a save pass if the audit is refused, fails or never ends', async () => {
  for (const fault of [new UserError(0, 'Offline.'), new UserError(503, 'Away.'), new TypeError('Broken.')])
    expect(
      await loadUnsavedChangeFindings(
        createCall(() => Promise.reject(fault)),
        banner,
        change,
      ),
    ).toEqual([])
  expect(
    await loadUnsavedChangeFindings(
      createCall(() => new Promise(() => {})),
      banner,
      change,
      1,
    ),
  ).toEqual([])
})

test('throws the login error if the session has ended', async () => {
  const loggedOutCall = createCall(() => Promise.reject(new UserError(401, NOT_LOGGED_IN_MESSAGE)))
  await expect(loadUnsavedChangeFindings(loggedOutCall, banner, change)).rejects.toThrow(NOT_LOGGED_IN_MESSAGE)
})

test('does not audit a kind that is on no page', async () => {
  const call = createCall(() => Promise.reject(new UserError(401, NOT_LOGGED_IN_MESSAGE)))
  expect(await loadUnsavedChangeFindings(call, payeeEmail, change)).toEqual([])
})
