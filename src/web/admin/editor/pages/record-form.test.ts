import { type ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { experience } from '../../../../contract/content/kinds/experience.ts'
import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { searchListing } from '../../../../contract/content/kinds/search-listing.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import { checkChange } from '../../../../contract/content/site-checks.ts'
import { type ContentKind, recordPages } from '../../../../contract/grammar/content-kind.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { CONFIRMATION, NOT_LOGGED_IN, Refusal } from '../../../../contract/grammar/refusal.ts'
import { formActions } from '../../../forms/form-action.ts'
import { visitContext } from '../../../visit.ts'
import { AS_DRAFT } from '../drafts/as-draft.tsx'
import type { FormPlan } from '../form/use-editor-form.ts'
import { addPlan, recordForm, updatePlan } from './record-form.ts'

const typed = { accodingTitle: 'How long?', accodingText: 'Months.\nIt depends.', faqPage: 'Both' }

test('a saved record answers with the alert of the reply', async () => {
  const calls: unknown[] = []
  const answer = await save(callThat(calls), typed)
  expect(calls).toEqual([{ path: '/add-faq-item', input: { body: typed } }])
  expect(answer).toEqual({ form: 'faq-item', notice: 'FAQ Item is Added', values: typed, fields: {} })
})

test('an id makes it an update', async () => {
  const calls: unknown[] = []
  await save(callThat(calls), typed, 'some-id')
  expect(calls).toEqual([{ path: '/faq-item/:id', input: { params: { id: 'some-id' }, body: typed } }])
})

test("a browser's line breaks become plain ones, and what is no field is left out", async () => {
  const calls: unknown[] = []
  await save(callThat(calls), { ...typed, accodingText: 'Months.\r\nIt depends.', other: 'x' })
  expect(calls).toEqual([{ path: '/add-faq-item', input: { body: typed } }])
})

test('a refusal keeps its status, its sentences and what was typed', async () => {
  const refusal = new Refusal(400, 'One field needs your attention.', { accodingTitle: 'Question is required.' })
  const answer = await save(refusing(refusal), { ...typed, accodingTitle: '' })
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: { form: 'faq-item', error: refusal.message, fields: refusal.fields, values: { ...typed, accodingTitle: '' } },
  })
})

test('a password that was asked for once more is at fault by its own name, and comes back with nothing', async () => {
  const refusal = new Refusal(400, 'The password is not right.', { password: 'The password is not right.' })
  const answer = await save(refusing(refusal), { ...typed, [CONFIRMATION]: 'not this one' })
  expect(answer).toMatchObject({ data: { fields: { [CONFIRMATION]: 'The password is not right.' }, values: typed } })
  expect(JSON.stringify(answer)).not.toContain('not this one')
})

test('an unreachable server is a failure too, after which the same may be tried again', async () => {
  const answer = await save(refusing(new Refusal(0, 'The site cannot be reached.')), typed)
  const data = { error: 'The site cannot be reached.', isTemporary: true, values: typed }
  expect(answer).toMatchObject({ init: { status: 503 }, data })
})

test('a lost session is left to the guard', async () => {
  await expect(save(refusing(new Refusal(401, NOT_LOGGED_IN)), typed)).rejects.toMatchObject({ status: 401 })
})

test('the add form leaves out what the add call does without', () => {
  expect(names(addPlan(serviceItem).shown)).toEqual(['serviceTitle', 'serviceDetails', 'serviceIcon'])
})

test('fields hidden on update are shown on add and carried on update', () => {
  expect(names(addPlan(experience).shown)).toContain('skillOneText')
  const plan = planOf(experience, '/edit-experience/:id', filled(experience))
  expect(names(plan.shown)).toEqual(['experienceText', 'experienceHeading', 'experienceDetails'])
  expect(names(plan.carried)).toHaveLength(6)
})

test('a hidden value that the call would refuse is shown', () => {
  const plan = planOf(experience, '/edit-experience/:id', { ...filled(experience), skillTwoText: '' })
  expect(names(plan.shown)).toContain('skillTwoText')
})

test('the main service hides its place, other services show it', () => {
  const main = { ...filled(serviceItem), serviceName: 'Main' }
  expect(names(planOf(serviceItem, '/main-service-edit/:id', main).carried)).toEqual(['serviceName'])
  expect(names(planOf(serviceItem, '/service-edit/:id', main).carried)).toEqual([])
})

test('what no two records may have is offered once: to nobody else, and to its own record still', () => {
  const listed = (page: string) => ({ id: page, isSample: false, values: { ...filled(searchListing), page } })
  const pages = searchListing.fields.page.choices ?? []
  const choicesOf = ({ shown }: FormPlan) => shown.find(({ name }) => name === 'page')?.field.choices
  expect(choicesOf(addPlan(searchListing, [listed('Home'), listed('Pricing')]))).toEqual(
    pages.filter((page) => page !== 'Home' && page !== 'Pricing'),
  )
  const ownPage = recordPages(searchListing)[0]
  if (!ownPage) throw new Error('A search result has no page')
  expect(choicesOf(updatePlan(searchListing, ownPage, listed('Pricing'), [listed('Home')]))).toContain('Pricing')
})

test('a save says which version it was made from, and how it is taken back', async () => {
  const calls: unknown[] = []
  const call = callThat(calls, { _version: 5 })
  const answer = await save(call, { ...typed, _version: '4' }, 'f1')
  expect(calls).toEqual([{ path: '/faq-item/:id', input: { params: { id: 'f1' }, body: { ...typed, _version: '4' } } }])
  expect(answer).toMatchObject({ seen: { _version: '5' }, undo: { _restore: '4', _version: '5' } })
  await save(call, undoOf(answer), 'f1')
  const params = { kind: 'faq-item', id: 'f1' }
  expect(calls[1]).toEqual({ path: '/restore/:kind/:id', input: { params, body: { version: 4, _version: '5' } } })
})

test('what was added is taken back by deleting it', async () => {
  const calls: unknown[] = []
  const answer = await save(callThat(calls, { _version: 1 }), typed)
  expect(answer).toMatchObject({ undo: { _remove: '1' } })
  await save(callThat(calls), undoOf(answer))
  expect(calls[1]).toEqual({ path: '/content/:kind/:id', input: { params: { kind: 'faq-item', id: '1' } } })
})

test('the button that adds to the draft says so', async () => {
  const calls: unknown[] = []
  const added = await save(callThat(calls), { ...typed, [AS_DRAFT]: '1' })
  expect(calls).toEqual([{ path: '/add-faq-item', input: { query: { draft: true }, body: typed } }])
  expect(added).not.toHaveProperty('undo')
})

test('the record that stands in the way comes along with the refusal', async () => {
  const theirs = { _id: 'f1', _version: 6, accodingTitle: 'Theirs', accodingText: '' }
  const answer = await save(
    refusing(new Refusal(409, 'Somebody saved it.', undefined, theirs)),
    { ...typed, _version: '4' },
    'f1',
  )
  expect(answer).toMatchObject({ data: { error: 'Somebody saved it.', values: typed, record: theirs } })
})

function callThat(calls: unknown[], notes: object = {}): Call {
  return (async ({ path }: { path: string }, input: { body: object }) => {
    if (path === checkChange.path) return { findings: [] }
    calls.push({ path, input })
    return { message: 'FAQ Item is Added', record: { _id: '1', ...input.body, ...notes } }
  }) as unknown as Call
}

function refusing(refusal: Refusal): Call {
  return () => Promise.reject(refusal)
}

function undoOf(answer: unknown): Record<string, string> {
  return (answer as { undo: Record<string, string> }).undo
}

/** What the admin's form with these values is answered. */
function save(call: Call, values: Record<string, string>, id?: string) {
  const visit = { call, viewer: { kind: 'admin', email: 'ada@example.com', userId: 'ada' }, origin: 'http://test' } as const
  const request = new Request('http://test/edit-faq', {
    method: 'POST',
    body: new URLSearchParams({ _form: faqItem.kind, ...values }),
  })
  const context = new RouterContextProvider(new Map([[visitContext, visit]]))
  return formActions({ [faqItem.kind]: recordForm(faqItem, id) })({
    request,
    context,
    params: {},
  } as unknown as ActionFunctionArgs)
}

function planOf(contentKind: ContentKind, path: string, values: Record<string, string>): FormPlan {
  const page = recordPages(contentKind).find((one) => one.path === path)
  if (!page) throw new Error(`No page at ${path}`)
  return updatePlan(contentKind, page, { id: '1', isSample: false, values })
}

function filled(contentKind: ContentKind): Record<string, string> {
  return Object.fromEntries(Object.keys(contentKind.fields).map((name) => [name, 'Text']))
}

function names(fields: FormPlan['shown']): string[] {
  return fields.map(({ name }) => name)
}
