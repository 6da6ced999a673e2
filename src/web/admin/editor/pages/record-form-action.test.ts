import { type ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { pageSearchListing } from '#contract/content/kinds/page-search-listing.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { skillsAndExperience } from '#contract/content/kinds/skills-and-experience.ts'
import { auditUnsavedChangeEndpoint } from '#contract/content/site-audit.ts'
import { type ContentKind, listRecordEditorPages } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { NOT_LOGGED_IN_MESSAGE, PASSWORD_CONFIRMATION_FIELD, UserError } from '#contract/core/user-error.ts'
import { createNamedFormsAction, type FormAnswer } from '#web/forms/form-action.ts'
import { pageRequestRouterContext } from '#web/page-request-context.ts'
import { getUndoValues } from '../../forms/undoable-form.ts'
import type { EditorFormDefinition } from '../form/editor-form-definition.ts'
import { SAVE_AS_DRAFT_FIELD } from '../release/draft-controls.tsx'
import { defineSaveRecordForm } from './record-form-action.ts'
import { buildAddRecordFormDefinition, buildUpdateRecordFormDefinition } from './record-form-definitions.ts'

const typedValues = { accodingTitle: 'How long?', accodingText: 'Months.\nIt depends.', faqPage: 'Both' }
const { accodingText, ...otherValues } = typedValues
const sentBody = { ...otherValues, accodingText_formatted: accodingText }

test('answers with the alert of the reply after a save', async () => {
  const calls: unknown[] = []
  const answer = await postForm(createCall(calls), typedValues)
  expect(calls).toEqual([{ path: '/add-faq-item', input: { body: sentBody } }])
  const record = { _id: '1', ...sentBody }
  expect(answer).toMatchObject({ form: 'faq-item', notice: 'FAQ Item is Added', values: typedValues, fields: {}, record })
})

test('makes the update call for a form with an id', async () => {
  const calls: unknown[] = []
  await postForm(createCall(calls), typedValues, 'some-id')
  expect(calls).toEqual([{ path: '/faq-item/:id', input: { params: { id: 'some-id' }, body: { ...sentBody, _opened: 'live' } } }])
})

test("normalizes the browser's line breaks, and sends only declared fields", async () => {
  const calls: unknown[] = []
  await postForm(createCall(calls), { ...typedValues, accodingText: 'Months.\r\nIt depends.', other: 'x' })
  expect(calls).toEqual([{ path: '/add-faq-item', input: { body: sentBody } }])
})

test('answers a refused save with its status, its errors and the typed values', async () => {
  const error = new UserError(400, 'One field needs your attention.', { accodingTitle: 'Question is required.' })
  const answer = await postForm(createFailingCall(error), { ...typedValues, accodingTitle: '' })
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: { form: 'faq-item', error: error.message, fields: error.fields, values: { ...typedValues, accodingTitle: '' } },
  })
})

test('reports a wrong password at its own field, and never answers with the password', async () => {
  const error = new UserError(400, 'Incorrect password.', { password: 'Incorrect password.' })
  const answer = await postForm(createFailingCall(error), { ...typedValues, [PASSWORD_CONFIRMATION_FIELD]: 'not this one' })
  expect(answer).toMatchObject({
    data: { fields: { [PASSWORD_CONFIRMATION_FIELD]: 'Incorrect password.' }, values: typedValues },
  })
  expect(JSON.stringify(answer)).not.toContain('not this one')
})

test('marks the error of an unreachable server as temporary', async () => {
  const answer = await postForm(createFailingCall(new UserError(0, 'The site cannot be reached.')), typedValues)
  const data = { error: 'The site cannot be reached.', isTemporary: true, values: typedValues }
  expect(answer).toMatchObject({ init: { status: 503 }, data })
})

test('leaves a lost session to the guard', async () => {
  const lostSession = new UserError(401, NOT_LOGGED_IN_MESSAGE)
  await expect(postForm(createFailingCall(lostSession), typedValues)).rejects.toMatchObject({ status: 401 })
})

test('shows only required fields in the add form of a service', () => {
  expect(getFieldNames(buildAddRecordFormDefinition(serviceItem).visibleFields)).toEqual([
    'serviceTitle',
    'serviceDetails',
    'serviceIcon',
  ])
})

test('shows fields that are hidden on update when adding, and keeps their values on update', () => {
  expect(getFieldNames(buildAddRecordFormDefinition(skillsAndExperience).visibleFields)).toContain('skillOneText')
  const definition = defineFormAt(skillsAndExperience, '/edit-experience/:id', fillFields(skillsAndExperience))
  expect(getFieldNames(definition.visibleFields)).toEqual(['experienceText', 'experienceHeading', 'experienceDetails'])
  expect(Object.keys(definition.savedValues)).toHaveLength(9)
})

test('shows a hidden field with an invalid value', () => {
  const definition = defineFormAt(skillsAndExperience, '/edit-experience/:id', {
    ...fillFields(skillsAndExperience),
    skillTwoText: '',
  })
  expect(getFieldNames(definition.visibleFields)).toContain('skillTwoText')
})

test('hides the place in the editor of the main service only', () => {
  const main = { ...fillFields(serviceItem), serviceName: 'Main' }
  expect(getFieldNames(defineFormAt(serviceItem, '/main-service-edit/:id', main).visibleFields)).not.toContain('serviceName')
  expect(getFieldNames(defineFormAt(serviceItem, '/service-edit/:id', main).visibleFields)).toContain('serviceName')
})

test('offers a unique value only to the record that has it', () => {
  const createListing = (page: string) => ({ id: page, isSample: false, values: { ...fillFields(pageSearchListing), page } })
  const pages = pageSearchListing.fields.page.choices ?? []
  const getChoices = ({ visibleFields }: EditorFormDefinition) => visibleFields.find(({ name }) => name === 'page')?.field.choices
  expect(getChoices(buildAddRecordFormDefinition(pageSearchListing, [createListing('Home'), createListing('Pricing')]))).toEqual(
    pages.filter((page) => page !== 'Home' && page !== 'Pricing'),
  )
  const editorPage = listRecordEditorPages(pageSearchListing)[0]
  if (!editorPage) throw new Error('The kind has no editor page')
  const updateForm = buildUpdateRecordFormDefinition(pageSearchListing, editorPage, createListing('Pricing'), [
    createListing('Home'),
  ])
  expect(getChoices(updateForm)).toContain('Pricing')
})

test('sends the expected version, and undoes a save by restoring the version before', async () => {
  const calls: unknown[] = []
  const call = createCall(calls, { _version: 5 })
  const answer = await postForm(call, { ...typedValues, _version: '4' }, 'f1')
  expect(calls).toEqual([
    { path: '/faq-item/:id', input: { params: { id: 'f1' }, body: { ...sentBody, _version: '4', _opened: 'live' } } },
  ])
  expect(answer).toMatchObject({ record: { _version: 5 } })
  await postForm(call, getUndo(answer), 'f1')
  const params = { kind: 'faq-item', id: 'f1' }
  expect(calls[1]).toEqual({ path: '/restore/:kind/:id', input: { params, body: { version: 4, _version: 5 } } })
})

test('undoes an add by deleting the record', async () => {
  const calls: unknown[] = []
  const answer = await postForm(createCall(calls, { _version: 1 }), typedValues)
  await postForm(createCall(calls), getUndo(answer))
  expect(calls[1]).toEqual({ path: '/content/:kind/:id', input: { params: { kind: 'faq-item', id: '1' } } })
})

test('stages a new record and offers no undo', async () => {
  const calls: unknown[] = []
  const answer = await postForm(createCall(calls), { ...typedValues, [SAVE_AS_DRAFT_FIELD]: '1' })
  expect(calls).toEqual([{ path: '/add-faq-item', input: { query: { draft: true }, body: sentBody } }])
  expect(answer).not.toHaveProperty('undo')
})

test('saves with one call, which names the versions and what the form shows', async () => {
  const calls: unknown[] = []
  const answer = await postForm(
    createCall(calls, { _draft: 2 }),
    { ...typedValues, _version: '4', _draft: '1' },
    'f1',
    '?draft=1',
  )
  const body = { ...sentBody, _version: '4', _draft: '1', _opened: 'draft' }
  expect(calls).toEqual([{ path: '/faq-item/:id', input: { params: { id: 'f1' }, query: { draft: true }, body } }])
  expect(answer).toMatchObject({ record: { _draft: 2 } })
  expect(answer).not.toHaveProperty('undo')
})

test('keeps the live values in a form whose edits become a draft', async () => {
  const call = createCall([], { _version: 4, _draft: 1 })
  const answer = await postForm(call, { ...typedValues, [SAVE_AS_DRAFT_FIELD]: '1' }, 'f1')
  expect((answer as FormAnswer).record).toEqual({ _version: 4 })
})

test('explains that the record was deleted meanwhile', async () => {
  const call = createFailingCall(new UserError(404, 'This doesn’t exist anymore.'))
  expect(await postForm(call, typedValues, 'f1')).toMatchObject({
    data: { error: expect.stringMatching(/^Someone deleted this/) },
  })
})

test('never shows drafted values of the previous version in a form of the live record', async () => {
  const record = { _id: 'f1', _version: 4, _draft: 1 }
  const call = createFailingCall(new UserError(409, 'The draft changed.', undefined, record))
  expect(await postForm(call, typedValues, 'f1')).not.toHaveProperty('data.record')
  expect(await postForm(call, typedValues, 'f1', '?draft=1')).toMatchObject({ data: { record } })
})

test('answers a conflict with the current record', async () => {
  const current = { _id: 'f1', _version: 6, accodingTitle: 'Theirs', accodingText: '' }
  const answer = await postForm(
    createFailingCall(new UserError(409, 'The record changed.', undefined, current)),
    { ...typedValues, _version: '4' },
    'f1',
  )
  expect(answer).toMatchObject({ data: { error: 'The record changed.', values: typedValues, record: current } })
})

function createCall(calls: unknown[], metadata: object = {}): ApiCallFunction {
  return (async ({ path }: { path: string }, input: { body: object }) => {
    if (path === auditUnsavedChangeEndpoint.path) return { findings: [] }
    calls.push({ path, input })
    return { message: 'FAQ Item is Added', record: { _id: '1', ...input.body, ...metadata } }
  }) as unknown as ApiCallFunction
}

function createFailingCall(error: UserError): ApiCallFunction {
  return () => Promise.reject(error)
}

function getUndo(answer: unknown): Record<string, string> {
  return getUndoValues(answer as FormAnswer) ?? {}
}

/** Posts the form as an admin and returns the action's answer. */
function postForm(call: ApiCallFunction, values: Record<string, string>, id?: string, query = '') {
  const visit = { call, viewer: { kind: 'admin', email: 'ada@example.com', userId: 'ada' }, origin: 'http://test' } as const
  const request = new Request(`http://test/edit-faq${query}`, {
    method: 'POST',
    body: new URLSearchParams({ _form: faqItem.kind, ...values }),
  })
  const context = new RouterContextProvider(new Map([[pageRequestRouterContext, visit]]))
  return createNamedFormsAction({ [faqItem.kind]: defineSaveRecordForm(faqItem, id) })({
    request,
    context,
    params: {},
  } as unknown as ActionFunctionArgs)
}

function defineFormAt(contentKind: ContentKind, path: string, values: Record<string, string>): EditorFormDefinition {
  const page = listRecordEditorPages(contentKind).find((editorPage) => editorPage.path === path)
  if (!page) throw new Error(`No page at ${path}`)
  return buildUpdateRecordFormDefinition(contentKind, page, { id: '1', isSample: false, values })
}

function fillFields(contentKind: ContentKind): Record<string, string> {
  return Object.fromEntries(Object.keys(contentKind.fields).map((name) => [name, 'Text']))
}

function getFieldNames(fields: EditorFormDefinition['visibleFields']): string[] {
  return fields.map(({ name }) => name)
}
