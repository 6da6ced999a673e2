import { type ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { experience } from '../../../../contract/content/kinds/experience.ts'
import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { searchListing } from '../../../../contract/content/kinds/search-listing.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import { auditProposedChange } from '../../../../contract/content/site-audit.ts'
import { type ContentKind, listEditorPages } from '../../../../contract/core/content-kind.ts'
import type { ApiCall } from '../../../../contract/core/endpoint.ts'
import { NOT_LOGGED_IN_MESSAGE, PASSWORD_CONFIRMATION_FIELD, UserError } from '../../../../contract/core/user-error.ts'
import { createFormActions } from '../../../forms/form-action.ts'
import { visitContext } from '../../../visit-context.ts'
import type { EditorFormDefinition } from '../form/use-editor-form.ts'
import { SAVE_AS_DRAFT_FIELD } from '../release/draft-mode-controls.tsx'
import { createRecordFormAction, defineAddForm, defineUpdateForm } from './record-form-action.ts'

const typed = { accodingTitle: 'How long?', accodingText: 'Months.\nIt depends.', faqPage: 'Both' }

test('a saved record answers with the alert of the reply', async () => {
  const calls: unknown[] = []
  const answer = await save(createCall(calls), typed)
  expect(calls).toEqual([{ path: '/add-faq-item', input: { body: typed } }])
  expect(answer).toEqual({ form: 'faq-item', notice: 'FAQ Item is Added', values: typed, fields: {} })
})

test('an id makes it an update', async () => {
  const calls: unknown[] = []
  await save(createCall(calls), typed, 'some-id')
  expect(calls).toEqual([{ path: '/faq-item/:id', input: { params: { id: 'some-id' }, body: typed } }])
})

test("a browser's line breaks become plain ones, and what is no field is left out", async () => {
  const calls: unknown[] = []
  await save(createCall(calls), { ...typed, accodingText: 'Months.\r\nIt depends.', other: 'x' })
  expect(calls).toEqual([{ path: '/add-faq-item', input: { body: typed } }])
})

test('a refusal keeps its status, its sentences and what was typed', async () => {
  const refusal = new UserError(400, 'One field needs your attention.', { accodingTitle: 'Question is required.' })
  const answer = await save(createFailingCall(refusal), { ...typed, accodingTitle: '' })
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: { form: 'faq-item', error: refusal.message, fields: refusal.fields, values: { ...typed, accodingTitle: '' } },
  })
})

test('a password that was asked for once more is at fault by its own name, and comes back with nothing', async () => {
  const refusal = new UserError(400, 'The password is not right.', { password: 'The password is not right.' })
  const answer = await save(createFailingCall(refusal), { ...typed, [PASSWORD_CONFIRMATION_FIELD]: 'not this one' })
  expect(answer).toMatchObject({
    data: { fields: { [PASSWORD_CONFIRMATION_FIELD]: 'The password is not right.' }, values: typed },
  })
  expect(JSON.stringify(answer)).not.toContain('not this one')
})

test('an unreachable server is a failure too, after which the same may be tried again', async () => {
  const answer = await save(createFailingCall(new UserError(0, 'The site cannot be reached.')), typed)
  const data = { error: 'The site cannot be reached.', isTemporary: true, values: typed }
  expect(answer).toMatchObject({ init: { status: 503 }, data })
})

test('a lost session is left to the guard', async () => {
  await expect(save(createFailingCall(new UserError(401, NOT_LOGGED_IN_MESSAGE)), typed)).rejects.toMatchObject({ status: 401 })
})

test('the add form leaves out what the add call does without', () => {
  expect(getFieldNames(defineAddForm(serviceItem).visibleFields)).toEqual(['serviceTitle', 'serviceDetails', 'serviceIcon'])
})

test('fields hidden on update are shown on add and carried on update', () => {
  expect(getFieldNames(defineAddForm(experience).visibleFields)).toContain('skillOneText')
  const definition = defineForm(experience, '/edit-experience/:id', fillFields(experience))
  expect(getFieldNames(definition.visibleFields)).toEqual(['experienceText', 'experienceHeading', 'experienceDetails'])
  expect(getFieldNames(definition.hiddenFields)).toHaveLength(6)
})

test('a hidden value that the call would refuse is shown', () => {
  const definition = defineForm(experience, '/edit-experience/:id', { ...fillFields(experience), skillTwoText: '' })
  expect(getFieldNames(definition.visibleFields)).toContain('skillTwoText')
})

test('the main service hides its place, other services show it', () => {
  const main = { ...fillFields(serviceItem), serviceName: 'Main' }
  expect(getFieldNames(defineForm(serviceItem, '/main-service-edit/:id', main).hiddenFields)).toEqual(['serviceName'])
  expect(getFieldNames(defineForm(serviceItem, '/service-edit/:id', main).hiddenFields)).toEqual([])
})

test('what no two records may have is offered once: to nobody else, and to its own record still', () => {
  const listed = (page: string) => ({ id: page, isSample: false, values: { ...fillFields(searchListing), page } })
  const pages = searchListing.fields.page.choices ?? []
  const choicesOf = ({ visibleFields }: EditorFormDefinition) => visibleFields.find(({ name }) => name === 'page')?.field.choices
  expect(choicesOf(defineAddForm(searchListing, [listed('Home'), listed('Pricing')]))).toEqual(
    pages.filter((page) => page !== 'Home' && page !== 'Pricing'),
  )
  const ownPage = listEditorPages(searchListing)[0]
  if (!ownPage) throw new Error('A search result has no page')
  expect(choicesOf(defineUpdateForm(searchListing, ownPage, listed('Pricing'), [listed('Home')]))).toContain('Pricing')
})

test('a save says which version it was made from, and how it is taken back', async () => {
  const calls: unknown[] = []
  const call = createCall(calls, { _version: 5 })
  const answer = await save(call, { ...typed, _version: '4' }, 'f1')
  expect(calls).toEqual([{ path: '/faq-item/:id', input: { params: { id: 'f1' }, body: { ...typed, _version: '4' } } }])
  expect(answer).toMatchObject({ expectedVersion: { _version: '5' }, undo: { _restore: '4', _version: '5' } })
  await save(call, getUndo(answer), 'f1')
  const params = { kind: 'faq-item', id: 'f1' }
  expect(calls[1]).toEqual({ path: '/restore/:kind/:id', input: { params, body: { version: 4, _version: '5' } } })
})

test('what was added is taken back by deleting it', async () => {
  const calls: unknown[] = []
  const answer = await save(createCall(calls, { _version: 1 }), typed)
  expect(answer).toMatchObject({ undo: { _remove: '1' } })
  await save(createCall(calls), getUndo(answer))
  expect(calls[1]).toEqual({ path: '/content/:kind/:id', input: { params: { kind: 'faq-item', id: '1' } } })
})

test('the button that adds to the draft says so', async () => {
  const calls: unknown[] = []
  const added = await save(createCall(calls), { ...typed, [SAVE_AS_DRAFT_FIELD]: '1' })
  expect(calls).toEqual([{ path: '/add-faq-item', input: { query: { draft: true }, body: typed } }])
  expect(added).not.toHaveProperty('undo')
})

test('the record that stands in the way comes along with the refusal', async () => {
  const theirs = { _id: 'f1', _version: 6, accodingTitle: 'Theirs', accodingText: '' }
  const answer = await save(
    createFailingCall(new UserError(409, 'Somebody saved it.', undefined, theirs)),
    { ...typed, _version: '4' },
    'f1',
  )
  expect(answer).toMatchObject({ data: { error: 'Somebody saved it.', values: typed, record: theirs } })
})

function createCall(calls: unknown[], notes: object = {}): ApiCall {
  return (async ({ path }: { path: string }, input: { body: object }) => {
    if (path === auditProposedChange.path) return { findings: [] }
    calls.push({ path, input })
    return { message: 'FAQ Item is Added', record: { _id: '1', ...input.body, ...notes } }
  }) as unknown as ApiCall
}

function createFailingCall(refusal: UserError): ApiCall {
  return () => Promise.reject(refusal)
}

function getUndo(answer: unknown): Record<string, string> {
  return (answer as { undo: Record<string, string> }).undo
}

/** What the admin's form with these values is answered. */
function save(call: ApiCall, values: Record<string, string>, id?: string) {
  const visit = { call, viewer: { kind: 'admin', email: 'ada@example.com', userId: 'ada' }, origin: 'http://test' } as const
  const request = new Request('http://test/edit-faq', {
    method: 'POST',
    body: new URLSearchParams({ _form: faqItem.kind, ...values }),
  })
  const context = new RouterContextProvider(new Map([[visitContext, visit]]))
  return createFormActions({ [faqItem.kind]: createRecordFormAction(faqItem, id) })({
    request,
    context,
    params: {},
  } as unknown as ActionFunctionArgs)
}

function defineForm(contentKind: ContentKind, path: string, values: Record<string, string>): EditorFormDefinition {
  const page = listEditorPages(contentKind).find((one) => one.path === path)
  if (!page) throw new Error(`No page at ${path}`)
  return defineUpdateForm(contentKind, page, { id: '1', isSample: false, values })
}

function fillFields(contentKind: ContentKind): Record<string, string> {
  return Object.fromEntries(Object.keys(contentKind.fields).map((name) => [name, 'Text']))
}

function getFieldNames(fields: EditorFormDefinition['visibleFields']): string[] {
  return fields.map(({ name }) => name)
}
