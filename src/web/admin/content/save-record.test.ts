import { expect, test } from 'vitest'
import type { Call } from '../../../contract/endpoint.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { faqItem } from '../../../contract/sections/faq-item.ts'
import { saveRecord } from './save-record.ts'

const typed = { accodingTitle: 'How long?', accodingText: 'Months.\nIt depends.' }

test('a saved record answers with the alert of the reply', async () => {
  const calls: unknown[] = []
  const answer = await saveRecord(callThat(calls), faqItem, formOf(typed))
  expect(calls).toEqual([{ path: '/add-faq-item', input: { body: typed } }])
  expect(answer).toEqual({ form: 'faq-item', message: 'FAQ Item is Added', values: typed })
})

test('an id makes it an update', async () => {
  const calls: unknown[] = []
  await saveRecord(callThat(calls), faqItem, formOf(typed), 'some-id')
  expect(calls).toEqual([{ path: '/faq-item/:id', input: { params: { id: 'some-id' }, body: typed } }])
})

test("a browser's line breaks become plain ones, and what is no field is left out", async () => {
  const calls: unknown[] = []
  await saveRecord(callThat(calls), faqItem, formOf({ ...typed, accodingText: 'Months.\r\nIt depends.', _section: 'faq-item' }))
  expect(calls).toEqual([{ path: '/add-faq-item', input: { body: typed } }])
})

test('a refusal keeps its status, its sentences and what was typed', async () => {
  const refusal = new Refusal(400, 'One field needs your attention.', { accodingTitle: 'Question is required.' })
  const answer = await saveRecord(refusing(refusal), faqItem, formOf({ ...typed, accodingTitle: '' }))
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: { form: 'faq-item', error: refusal.message, fields: refusal.fields, values: { ...typed, accodingTitle: '' } },
  })
})

test('an unreachable server is a failure too', async () => {
  const answer = await saveRecord(refusing(new Refusal(0, 'The site cannot be reached.')), faqItem, formOf(typed))
  expect(answer).toMatchObject({ init: { status: 503 }, data: { error: 'The site cannot be reached.', values: typed } })
})

test('a lost session is left to the guard', async () => {
  await expect(saveRecord(refusing(new Refusal(401, 'Please log in.')), faqItem, formOf(typed))).rejects.toMatchObject({
    status: 401,
  })
})

function callThat(calls: unknown[]): Call {
  return (async ({ path }: { path: string }, input: { body: object }) => {
    calls.push({ path, input })
    return { message: 'FAQ Item is Added', record: { _id: '1', ...input.body } }
  }) as unknown as Call
}

function refusing(refusal: Refusal): Call {
  return () => Promise.reject(refusal)
}

function formOf(values: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}
