import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import type { SiteAuditFinding } from '#contract/content/site-audit.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { createNamedFormsAction, type FormAnswer } from '#web/forms/form-action.ts'
import { pageRequestRouterContext } from '#web/page-request-context.ts'
import { getUndoValues } from '../../forms/undoable-form.ts'
import { PROCEED_ANYWAY_FIELD } from '../form/build-new-findings-question.ts'
import { defineRecordListForm, moveIdBefore } from './record-list-action.ts'

const records = ['a', 'b', 'c'].map((_id) => ({ _id, accodingTitle: `Title ${_id}`, accodingText: 'x' }))

test.each([
  ['up', 'b', '', ['b', 'a', 'c']],
  ['up', 'a', '', ['a', 'b', 'c']],
  ['down', 'a', '', ['b', 'a', 'c']],
  ['down', 'c', '', ['a', 'b', 'c']],
  ['place', 'c', 'a', ['c', 'a', 'b']],
  ['place', 'a', '', ['b', 'c', 'a']],
])('"%s" moves record %s (before "%s") to the order %j, and the undo moves it back', async (act, record, before, ids) => {
  const calls: RecordedCall[] = []
  const answer = await pressButton({ act, record, before }, calls)
  const expectOrder = (orderedIds: string[]) =>
    expect(calls.at(-1)).toEqual({
      path: '/content-order/:kind',
      input: { params: { kind: 'faq-item' }, body: { ids: orderedIds } },
    })
  expectOrder(ids)
  expect(await pressUndo(answer, calls)).toMatchObject({ notice: 'Done.' })
  expectOrder(['a', 'b', 'c'])
})

test('adds a duplicate with the same values right after its original', async () => {
  const calls: RecordedCall[] = []
  const answer = await pressButton({ act: 'duplicate', record: 'a' }, calls)
  expect(calls[1]).toMatchObject({
    path: '/add-faq-item',
    input: { body: { accodingTitle: 'Title a', accodingText_formatted: 'x' } },
  })
  expect(calls[2]).toMatchObject({ input: { body: { ids: ['a', 'new', 'b', 'c'] } } })
  await pressUndo(answer, calls)
  expect(calls.at(-1)).toEqual({ path: '/content/:kind/:id', input: { params: { kind: 'faq-item', id: 'new' } } })
})

test.each([
  ['hide', '/content-visibility/:kind/:id', { body: { hidden: false } }],
  ['show', '/content-visibility/:kind/:id', { body: { hidden: true } }],
  ['delete', '/undelete/:kind/:id', {}],
  ['undelete', '/content/:kind/:id', {}],
])('undoes "%s" with a call of %s, and can undo that too', async (act, path, input) => {
  const calls: RecordedCall[] = []
  const undone = await pressUndo(await pressButton({ act, record: 'b' }, calls), calls)
  expect(calls.at(-1)).toMatchObject({ path, input: { params: { kind: 'faq-item', id: 'b' }, ...input } })
  expect(await pressUndo(undone, calls)).toMatchObject({ notice: 'Done.' })
})

test.each([
  ['hide', 'Hide', { id: 'b', hidden: true }, '/content-visibility/:kind/:id'],
  ['show', 'Show', { id: 'b', hidden: false }, '/content-visibility/:kind/:id'],
  ['delete', 'Delete', { id: 'b', hidden: true }, '/content/:kind/:id'],
  ['up', 'Move', { ids: ['b', 'a', 'c'] }, '/content-order/:kind'],
])('asks before "%s" adds a problem, and proceeds if the admin confirms', async (act, action, body, path) => {
  const auditCalls: RecordedCall[] = []
  const warning = { error: `A link would break. ${action} anyway?`, findings: [finding] }
  expect(await pressButton({ act, record: 'b' }, auditCalls, '', [finding])).toMatchObject({
    ...warning,
    values: { act, record: 'b' },
  })
  expect(auditCalls.at(-1)).toEqual({ path: '/site-checks/:kind', input: { params: { kind: 'faq-item' }, body } })
  const confirmedCalls: RecordedCall[] = []
  expect(await pressButton({ act, record: 'b', [PROCEED_ANYWAY_FIELD]: '1' }, confirmedCalls, '', [finding])).toMatchObject({
    notice: 'Done.',
  })
  expect(confirmedCalls.at(-1)).toMatchObject({ path })
})

test('does not ask before it undoes or stages an action', async () => {
  const calls: RecordedCall[] = []
  await pressUndo(await pressButton({ act: 'hide', record: 'b' }, calls), calls)
  expect(calls.map(({ path }) => path)).toEqual(['/site-checks/:kind', ...Array(2).fill('/content-visibility/:kind/:id')])
  expect(await pressButton({ act: 'undelete', record: 'b' }, [], '', [finding])).toMatchObject({ notice: 'Done.' })
  for (const act of ['hide', 'delete'])
    expect(await pressButton({ act, record: 'b' }, [], '?draft=1', [finding])).toMatchObject({ notice: 'Done.' })
})

test('stages hiding and deleting in draft mode, and refuses other actions', async () => {
  const calls: RecordedCall[] = []
  expect(await pressButton({ act: 'delete', record: 'b' }, calls, '?draft=1')).not.toHaveProperty('undo')
  expect(await pressButton({ act: 'hide', record: 'b' }, calls, '?draft=1')).toHaveProperty('undo')
  expect(calls).toMatchObject([
    { input: { query: { draft: true } } },
    { input: { query: { draft: true }, body: { hidden: true } } },
  ])
  expect(await pressButton({ act: 'up', record: 'b' }, calls, '?draft=1')).toMatchObject({
    error: expect.stringContaining('doesn’t work here'),
  })
})

test('never repeats an action for an undo that the browser no longer has', async () => {
  const calls: RecordedCall[] = []
  const answer = await pressButton({ act: 'delete', record: 'b', _undo: 'gone' }, calls)
  expect(answer).toMatchObject({ error: expect.stringContaining('can’t be undone') })
  expect(calls).toEqual([])
})

test('refuses an unknown action', async () => {
  expect(await pressButton({ act: 'toString', record: 'b' }, [])).toMatchObject({
    error: expect.stringContaining('doesn’t work here'),
  })
})

test('moves a record to the end if the next record is gone, and moves nothing if the record is gone', () => {
  expect(moveIdBefore(['a', 'b', 'c'], 'a', 'gone')).toEqual(['b', 'c', 'a'])
  expect(moveIdBefore(['a', 'b'], 'gone', 'a')).toEqual(['a', 'b'])
})

type RecordedCall = { path: string; input: unknown }

const finding: SiteAuditFinding = {
  rule: 'broken-link',
  severity: 'error',
  says: 'A link leads nowhere.',
  pages: ['Home'],
  place: { name: 'Banner: Button link', path: '/banner/1#edit-banner-buttonOneLink' },
}

function pressUndo(answer: unknown, calls: RecordedCall[]) {
  return pressButton(getUndoValues(answer as FormAnswer) ?? {}, calls)
}

async function pressButton(
  values: Record<string, string>,
  calls: RecordedCall[],
  query = '',
  findings: readonly SiteAuditFinding[] = [],
) {
  const call = (async ({ method, path }: { method: string; path: string }, input: object) => {
    calls.push({ path, input })
    if (path === '/site-checks/:kind') return { findings }
    if (method === 'GET' && path === '/content/:kind') return records
    return { message: 'Done.', record: { _id: 'new', accodingTitle: '', accodingText: '' } }
  }) as unknown as ApiCallFunction
  const request = new Request(`http://test/faq${query}`, { method: 'POST', body: new URLSearchParams(values) })
  const visit = { call, viewer: { kind: 'admin', email: 'ada@example.com', userId: 'ada' } as const, origin: 'http://test' }
  const context = new RouterContextProvider(new Map([[pageRequestRouterContext, visit]]))
  const answer = await createNamedFormsAction({ list: defineRecordListForm(faqItem) })({
    request,
    params: {},
    context,
  } as never)
  return answer instanceof Response || !('data' in answer) ? answer : answer.data
}
