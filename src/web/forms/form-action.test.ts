import { type ActionFunctionArgs, RouterContextProvider, redirect } from 'react-router'
import { expect, test } from 'vitest'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { NOT_LOGGED_IN_MESSAGE, UserError } from '#contract/core/user-error.ts'
import type { Viewer } from '#contract/core/viewer.ts'
import { pageRequestRouterContext } from '../page-request-context.ts'
import { createFormAction, createNamedFormsAction, defineForm } from './form-action.ts'
import { hiddenFieldSpec } from './form-field.tsx'

const fields = {
  email: { type: 'email', label: 'Email' },
  password: { type: 'password', label: 'Password' },
  code: { type: 'text', label: 'Code', autoComplete: 'one-time-code' },
  note: hiddenFieldSpec,
}
const typedValues = { email: 'jo@example.com', password: 'otter violin', code: '123456', note: 'a note', other: 'x' }
const visitor: Viewer = { kind: 'visitor' }
const customer: Viewer = { kind: 'customer', email: 'jo@example.com', userId: 'ada' }

test('passes every declared field to the handler, and empty text for a field that was not sent', async () => {
  const received: unknown[] = []
  await createFormAction(fields, async ({ values, postedValues }) => {
    received.push(values, postedValues)
    return {}
  })(buildActionArgs({ email: 'jo@example.com', other: 'one\r\ntwo' }))
  const values = { email: 'jo@example.com', password: '', code: '', note: '' }
  expect(received).toEqual([values, { email: 'jo@example.com', other: 'one\ntwo' }])
})

test('answers a refusal with its status, its messages and the typed values, without passwords and codes', async () => {
  const refuse = async () => {
    throw new UserError(400, 'One field needs your attention.', { email: 'Provide a Valid Email' })
  }
  expect(await createFormAction(fields, refuse)(buildActionArgs(typedValues))).toMatchObject({
    init: { status: 400 },
    data: {
      form: '',
      error: 'One field needs your attention.',
      fields: { email: 'Provide a Valid Email' },
      values: { email: 'jo@example.com', note: 'a note' },
    },
  })
  const answer = JSON.stringify(await createFormAction(fields, refuse)(buildActionArgs(typedValues)))
  for (const secret of [typedValues.password, typedValues.code, typedValues.other]) expect(answer).not.toContain(`"${secret}"`)
})

test('answers with the result of the handler, and passes on a redirect', async () => {
  const answer = await createFormAction(fields, async () => ({ notice: 'Message is Read', more: 1 }))(
    buildActionArgs(typedValues),
  )
  expect(answer).toEqual({ form: '', notice: 'Message is Read', more: 1, fields: {}, values: expect.anything() })
  expect(JSON.stringify(answer)).not.toContain(typedValues.password)
  expect(await createFormAction(fields, async () => redirect('/', 303))(buildActionArgs(typedValues))).toMatchObject({
    status: 303,
  })
})

test('shows the message of a reply that the handler returns, and empties the form', async () => {
  const reply = { message: 'Note added.', record: { _id: '1' } }
  const answer = await createFormAction(fields, async () => reply)(buildActionArgs(typedValues))
  expect(answer).toEqual({ form: '', notice: 'Note added.', fields: {}, values: {} })
})

test('answers an unreachable server as an error, and rethrows a bug', async () => {
  const fail = (error: Error) => createFormAction(fields, () => Promise.reject(error))(buildActionArgs(typedValues))
  expect(await fail(new UserError(0, 'You seem to be offline.'))).toMatchObject({ init: { status: 503 } })
  await expect(fail(new Error('broken'))).rejects.toThrow('broken')
  expect(await fail(new UserError(503, 'Nothing was saved.'))).toMatchObject({
    data: { error: 'Nothing was saved. If you contact us, mention the number 3f-1.' },
  })
})

test('shows wrong input as an error, and leaves an ended session to the guard', async () => {
  const refuse = (sentence: string) => createFormAction(fields, () => Promise.reject(new UserError(401, sentence)))
  const refuseWrongPassword = refuse('Incorrect email or password.')
  for (const viewer of [visitor, customer])
    expect(await refuseWrongPassword(buildActionArgs(typedValues, viewer))).toMatchObject({
      data: { error: 'Incorrect email or password.' },
    })
  const refuseEndedSession = refuse(NOT_LOGGED_IN_MESSAGE)
  expect(await refuseEndedSession(buildActionArgs(typedValues, visitor))).toMatchObject({
    data: { error: NOT_LOGGED_IN_MESSAGE },
  })
  await expect(refuseEndedSession(buildActionArgs(typedValues, customer))).rejects.toMatchObject({ status: 401 })
})

test('runs the named form of several and names it in the answer; another name is a 400', async () => {
  const form = (notice: string) => defineForm({}, async () => ({ notice }))
  const action = createNamedFormsAction({ first: form('One'), second: form('Two') })
  expect(await action(buildActionArgs({ _form: 'second' }))).toEqual({ form: 'second', notice: 'Two', fields: {}, values: {} })
  for (const values of [{}, { _form: '' }, { _form: 'third' }, { _form: 'constructor' }]) {
    await expect(action(buildActionArgs(values as Record<string, string>))).rejects.toMatchObject({ status: 400 })
  }
})

/** Returns the arguments of an action for a form with these values. */
function buildActionArgs(values: Record<string, string>, viewer = visitor): ActionFunctionArgs {
  const call: ApiCallFunction = () => Promise.reject(new Error('No call was expected'))
  const request = new Request('http://test/login', { method: 'POST', body: new URLSearchParams(values) })
  const context = new RouterContextProvider(
    new Map([[pageRequestRouterContext, { call, viewer, origin: 'http://test', requestId: '3f-1' }]]),
  )
  return { request, context, params: {} } as unknown as ActionFunctionArgs
}
