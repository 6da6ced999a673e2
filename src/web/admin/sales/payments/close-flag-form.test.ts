import { type ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { createNamedFormsAction } from '#web/forms/form-action.ts'
import { pageRequestRouterContext } from '#web/page-request-context.ts'
import { closeFlagForm } from './close-flag-form.tsx'

test('the form attaches a payment to the typed order number, with or without `#`', async () => {
  for (const orderNumber of ['1001', ' #1001 ']) {
    const { sent, answer } = await close({ action: 'attached', note: 'By its amount', orderNumber })
    expect(sent).toEqual([{ id: 'f1', action: 'attached', note: 'By its amount', orderNumber: 1001 }])
    expect(answer).toMatchObject({ notice: 'Done' })
  }
})

test('the form sends no order number unless it attaches the payment', async () => {
  const { sent } = await close({ action: 'dismissed', note: 'Seen', orderNumber: '1001' })
  expect(sent).toEqual([{ id: 'f1', action: 'dismissed', note: 'Seen' }])
})

test('without a valid number or action, the form names the missing field and closes nothing', async () => {
  for (const orderNumber of ['', 'the last one', '-1', '10.5']) {
    const { sent, answer } = await close({ action: 'attached', note: 'x', orderNumber })
    expect([sent, answer]).toMatchObject([[], { init: { status: 400 }, data: { fields: { orderNumber: expect.any(String) } } }])
  }
  for (const action of ['', 'over', 'toString']) {
    const { sent, answer } = await close({ action, note: 'x' })
    expect([sent, answer]).toMatchObject([[], { data: { fields: { action: 'Say what you did.' } } }])
  }
})

async function close(typed: Record<string, string>) {
  const sent: unknown[] = []
  const call = (async (_: unknown, { params, body }: { params: object; body: object }) => {
    sent.push({ ...params, ...body })
    return { message: 'Done' }
  }) as unknown as ApiCallFunction
  const request = new Request('http://test/payments-to-check', {
    method: 'POST',
    body: new URLSearchParams({ flag: 'f1', ...typed }),
  })
  const viewer = { kind: 'admin', email: 'ada@example.com' } as const
  const context = new RouterContextProvider(new Map([[pageRequestRouterContext, { call, viewer, origin: 'http://test' }]]))
  const args = { request, params: {}, context } as unknown as ActionFunctionArgs
  return { sent, answer: await createNamedFormsAction({ flag: closeFlagForm })(args) }
}
