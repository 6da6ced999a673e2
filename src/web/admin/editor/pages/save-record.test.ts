import { expect, it } from 'vitest'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import { saveRecord } from './save-record.ts'

const { update } = getReadAddAndUpdateEndpoints(faqItem)
const body = { accodingTitle: 'How long?', accodingText: '**Months.**', faqPage: 'Both' }

async function save(opened: 'live' | 'draft', reply: () => unknown) {
  const inputs: unknown[] = []
  const call = (async (_: unknown, input: unknown) => {
    inputs.push(input)
    return reply()
  }) as unknown as ApiCallFunction
  if (!update) throw new Error('The kind has no update call')
  const expectedVersion = { _version: '4' }
  const saved = saveRecord({ call, contentKind: faqItem, update, id: 'f1', body, expectedVersion, opened, isStaging: true })
  return { inputs, saved: await saved.catch((error: UserError) => error) }
}

it('saves with one call, which names the versions and what the form shows', async () => {
  const { inputs, saved } = await save('draft', () => ({ message: 'Saved', record: { _id: 'f1', _version: 4, _draft: 1 } }))
  const sentBody = {
    accodingTitle: 'How long?',
    accodingText_formatted: '**Months.**',
    faqPage: 'Both',
    _version: '4',
    _opened: 'draft',
  }
  expect(inputs).toEqual([{ params: { id: 'f1' }, query: { draft: true }, body: sentBody }])
  expect(saved).toMatchObject({ message: 'Saved', record: { version: 4, stagedVersion: 1 } })
})

it('explains that the record was deleted meanwhile, and keeps other errors', async () => {
  const { saved } = await save('live', () => Promise.reject(new UserError(404, 'This doesn’t exist anymore.')))
  expect(saved).toMatchObject({ message: expect.stringMatching(/^Someone deleted this, so nothing was saved\./) })
  const conflict = new UserError(409, 'The record changed.', undefined, { _id: 'f1', _version: 5 })
  expect((await save('live', () => Promise.reject(conflict))).saved).toBe(conflict)
})

it('never returns drafted values of the previous version to a form of the live record', async () => {
  const conflict = new UserError(409, 'The draft changed.', undefined, { _id: 'f1', _version: 4, _draft: 1 })
  expect((await save('live', () => Promise.reject(conflict))).saved).toMatchObject({ status: 409, record: undefined })
  expect((await save('draft', () => Promise.reject(conflict))).saved).toBe(conflict)
})
