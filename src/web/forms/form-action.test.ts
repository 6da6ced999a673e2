import { type ActionFunctionArgs, RouterContextProvider, redirect } from 'react-router'
import { expect, test } from 'vitest'
import type { ApiCall } from '../../contract/core/endpoint.ts'
import { NOT_LOGGED_IN_MESSAGE, UserError } from '../../contract/core/user-error.ts'
import type { Viewer } from '../../contract/core/viewer.ts'
import { visitContext } from '../visit-context.ts'
import { createFormAction, createFormActions, defineForm } from './form-action.ts'
import { hiddenField } from './form-field.tsx'

const fields = {
  email: { type: 'email', label: 'Email' },
  password: { type: 'password', label: 'Password' },
  code: { type: 'text', label: 'Code', autoComplete: 'one-time-code' },
  note: hiddenField,
}
const typed = { email: 'jo@example.com', password: 'otter violin', code: '123456', note: 'a note', other: 'x' }
const visitor: Viewer = { kind: 'visitor' }
const customer: Viewer = { kind: 'customer', email: 'jo@example.com', userId: 'ada' }

test('what a form does gets every declared field, and empty text where nothing was sent', async () => {
  const seen: unknown[] = []
  await createFormAction(fields, async ({ values, postedValues: posted }) => {
    seen.push(values, posted)
    return {}
  })(sent({ email: 'jo@example.com', other: 'one\r\ntwo' }))
  const values = { email: 'jo@example.com', password: '', code: '', note: '' }
  expect(seen).toEqual([values, { email: 'jo@example.com', other: 'one\ntwo' }])
})

test('a refusal is answered with its status, its sentences and what was typed, without passwords and codes', async () => {
  const refuse = async () => {
    throw new UserError(400, 'One field needs your attention.', { email: 'Provide a Valid Email' })
  }
  expect(await createFormAction(fields, refuse)(sent(typed))).toMatchObject({
    init: { status: 400 },
    data: {
      form: '',
      error: 'One field needs your attention.',
      fields: { email: 'Provide a Valid Email' },
      values: { email: 'jo@example.com', note: 'a note' },
    },
  })
  const answer = JSON.stringify(await createFormAction(fields, refuse)(sent(typed)))
  for (const secret of [typed.password, typed.code, typed.other]) expect(answer).not.toContain(`"${secret}"`)
})

test('what was done is answered with it, and a redirect is left as it is', async () => {
  const done = await createFormAction(fields, async () => ({ notice: 'Message is Read', more: 1 }))(sent(typed))
  expect(done).toEqual({ form: '', notice: 'Message is Read', more: 1, fields: {}, values: expect.anything() })
  expect(JSON.stringify(done)).not.toContain(typed.password)
  expect(await createFormAction(fields, async () => redirect('/', 303))(sent(typed))).toMatchObject({ status: 303 })
})

test('an unreachable server is a failure; a fault goes on', async () => {
  const fail = (error: Error) => createFormAction(fields, () => Promise.reject(error))(sent(typed))
  expect(await fail(new UserError(0, 'You seem to be offline.'))).toMatchObject({ init: { status: 503 } })
  await expect(fail(new Error('broken'))).rejects.toThrow('broken')
  expect(await fail(new UserError(503, 'Nothing was saved.'))).toMatchObject({
    data: { error: 'Nothing was saved. If you ask us about it, tell us the number 3f-1.' },
  })
})

test('what was typed wrong is said; whoever was logged in and is not any more is left to the guard', async () => {
  const refuse = (sentence: string) => createFormAction(fields, () => Promise.reject(new UserError(401, sentence)))
  const wrong = refuse('The email or the password is not right.')
  for (const viewer of [visitor, customer])
    expect(await wrong(sent(typed, viewer))).toMatchObject({ data: { error: 'The email or the password is not right.' } })
  const lost = refuse(NOT_LOGGED_IN_MESSAGE)
  expect(await lost(sent(typed, visitor))).toMatchObject({ data: { error: NOT_LOGGED_IN_MESSAGE } })
  await expect(lost(sent(typed, customer))).rejects.toMatchObject({ status: 401 })
})

test('of several forms the one that was sent is done and named in the answer; any other is a 400', async () => {
  const form = (notice: string) => defineForm({}, async () => ({ notice }))
  const action = createFormActions({ first: form('One'), second: form('Two') })
  expect(await action(sent({ _form: 'second' }))).toEqual({ form: 'second', notice: 'Two', fields: {}, values: {} })
  for (const values of [{}, { _form: '' }, { _form: 'third' }, { _form: 'constructor' }]) {
    await expect(action(sent(values as Record<string, string>))).rejects.toMatchObject({ status: 400 })
  }
})

/** What an action is handed when somebody sends these values. */
function sent(values: Record<string, string>, viewer = visitor): ActionFunctionArgs {
  const call: ApiCall = () => Promise.reject(new Error('No call was expected'))
  const request = new Request('http://test/login', { method: 'POST', body: new URLSearchParams(values) })
  const context = new RouterContextProvider(new Map([[visitContext, { call, viewer, origin: 'http://test', requestId: '3f-1' }]]))
  return { request, context, params: {} } as unknown as ActionFunctionArgs
}
