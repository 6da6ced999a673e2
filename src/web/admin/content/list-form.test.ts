import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Call } from '../../../contract/endpoint.ts'
import { faqItem } from '../../../contract/sections/faq-item.ts'
import { formActions } from '../../forms/form-action.ts'
import { visitContext } from '../../visit.ts'
import { listForm, placed } from './list-form.ts'

const records = ['a', 'b', 'c'].map((_id) => ({ _id, accodingTitle: `Title ${_id}`, accodingText: 'x' }))

test.each([
  ['up', 'b', '', ['b', 'a', 'c'], 'c'],
  ['up', 'a', '', ['a', 'b', 'c'], 'b'],
  ['down', 'a', '', ['b', 'a', 'c'], 'b'],
  ['down', 'c', '', ['a', 'b', 'c'], ''],
  ['place', 'c', 'a', ['c', 'a', 'b'], ''],
  ['place', 'a', '', ['b', 'c', 'a'], 'b'],
])('%s of %s before "%s" orders them %j, and is taken back', async (act, record, before, ids, back) => {
  const calls: Called[] = []
  const answer = await press({ act, record, before }, calls)
  expect(calls.at(-1)).toEqual({ path: '/content-order/:kind', input: { params: { kind: 'faq-item' }, body: { ids } } })
  expect(answer).toMatchObject({ notice: 'Done.', undo: { act: 'place', record, before: back } })
})

test('a duplicate has the same values and stands behind its original', async () => {
  const calls: Called[] = []
  const answer = await press({ act: 'duplicate', record: 'a' }, calls)
  expect(calls[1]).toMatchObject({ path: '/add-faq-item', input: { body: { accodingTitle: 'Title a', accodingText: 'x' } } })
  expect(calls[2]).toMatchObject({ input: { body: { ids: ['a', 'new', 'b', 'c'] } } })
  expect(answer).toMatchObject({ undo: { act: 'delete', record: 'new' } })
})

test.each([
  ['hide', 'show'],
  ['show', 'hide'],
  ['delete', 'undelete'],
  ['undelete', 'delete'],
])('%s is taken back by %s', async (act, undo) => {
  expect(await press({ act, record: 'b' }, [])).toMatchObject({ undo: { act: undo, record: 'b' } })
})

test('a list that is shown with the draft hides and deletes there, and does nothing that cannot be drafted', async () => {
  const calls: Called[] = []
  expect(await press({ act: 'delete', record: 'b' }, calls, '?draft=1')).not.toHaveProperty('undo')
  expect(await press({ act: 'hide', record: 'b' }, calls, '?draft=1')).toMatchObject({ undo: { act: 'show' } })
  expect(calls).toMatchObject([
    { input: { query: { draft: true } } },
    { input: { query: { draft: true }, body: { hidden: true } } },
  ])
  expect(await press({ act: 'up', record: 'b' }, calls, '?draft=1')).toMatchObject({
    error: expect.stringContaining('no such button'),
  })
})

test('a button that there is not is refused', async () => {
  expect(await press({ act: 'toString', record: 'b' }, [])).toMatchObject({ error: expect.stringContaining('no such button') })
})

test('what is placed before nothing that is there goes to the end; what is gone moves nothing', () => {
  expect(placed(['a', 'b', 'c'], 'a', 'gone')).toEqual(['b', 'c', 'a'])
  expect(placed(['a', 'b'], 'gone', 'a')).toEqual(['a', 'b'])
})

type Called = { path: string; input: unknown }

async function press(values: Record<string, string>, calls: Called[], query = '') {
  const call = (async ({ path }: { path: string }, input: object) => {
    calls.push({ path, input })
    if (path === '/content/:kind') return records
    return { message: 'Done.', record: { _id: 'new', accodingTitle: '', accodingText: '' } }
  }) as unknown as Call
  const request = new Request(`http://test/faq${query}`, { method: 'POST', body: new URLSearchParams(values) })
  const visit = { call, viewer: { kind: 'admin', email: 'ada@example.com', userId: 'ada' } as const, origin: 'http://test' }
  const context = new RouterContextProvider(new Map([[visitContext, visit]]))
  const answer = await formActions({ list: listForm(faqItem) })({ request, params: {}, context } as never)
  return answer instanceof Response || !('data' in answer) ? answer : answer.data
}
