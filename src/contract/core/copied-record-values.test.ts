import { expect, it } from 'vitest'
import { banner } from '../content/kinds/banner.ts'
import { faqItem } from '../content/kinds/faq-item.ts'
import { redirect } from '../content/kinds/redirect.ts'
import { workStep } from '../content/kinds/work-step.ts'
import { buildCopiedRecordValues, explainAllChoicesUsed } from './copied-record-values.ts'

const steps = ['01', '02', '03', '04'].map((stepNumber) => ({ stepNumber, stepTitle: `Step ${stepNumber}` }))

it('calls a list full only if each choice of its unique field is used', () => {
  expect(explainAllChoicesUsed(workStep, steps)).toBe('You already have one of each (01, 02, 03, and 04). Edit one of them.')
  expect(explainAllChoicesUsed(workStep, steps.slice(1))).toBeUndefined()
  // A value that isn't a choice uses none up.
  expect(explainAllChoicesUsed(workStep, [...steps.slice(1), { stepNumber: '05' }])).toBeUndefined()
  expect(explainAllChoicesUsed(faqItem, Array(1_000).fill({}))).toBeUndefined()
})

it('copies a record with all its fields and no metadata', () => {
  const fields = { accodingTitle: 'Why?', accodingText: 'Because.', faqPage: 'Home' }
  const values = { ...fields, _id: 'one', _version: '3' }
  expect(buildCopiedRecordValues(faqItem, values, [values])).toEqual(fields)
})

it('gives a copy the first unused value of a unique field, and makes no copy if none is left', () => {
  expect(buildCopiedRecordValues(workStep, steps[3] ?? {}, steps.slice(2))).toMatchObject({
    stepNumber: '01',
    stepTitle: 'Step 04',
  })
  expect(buildCopiedRecordValues(workStep, steps[3] ?? {}, steps)).toBeUndefined()
  const paths = ['/old', '/old-2'].map((oldPath) => ({ oldPath, state: 'Gone', newPath: '' }))
  expect(buildCopiedRecordValues(redirect, paths[0] ?? {}, paths)).toEqual({ oldPath: '/old-3', state: 'Gone', newPath: '' })
  expect(buildCopiedRecordValues(banner, {}, [])).toBeUndefined()
})
