import { expect, it } from 'vitest'
import { exportSubscribersEndpoint } from '#contract/inbox/subscribers.ts'
import { downloadInvoiceEndpoint } from '#contract/sales/invoices.ts'
import { defineHandler } from './define-handler.ts'
import { createInProcessCall } from './in-process-call.ts'

const person = { userId: 'a', sessionId: 'a', email: 'a', isAdmin: true, assertCurrent: async () => {} }
const caller = {
  session: { viewer: { kind: 'admin', email: 'a', userId: 'one' } as const, person },
  headers: new Headers(),
  replyHeaders: new Headers(),
}

it('returns a text file as one string', async () => {
  async function* chunks() {
    yield 'Email\r\n'
    yield 'ä@example.com\r\n'
  }
  for (const content of [chunks(), 'Email\r\nä@example.com\r\n']) {
    const call = createInProcessCall([defineHandler(exportSubscribersEndpoint, async () => content)])(caller)
    expect(await call(exportSubscribersEndpoint, {})).toBe('Email\r\nä@example.com\r\n')
  }
})

it('returns a binary file unchanged', async () => {
  const bytes = Uint8Array.of(0, 255, 128)
  for (const file of [bytes, { name: 'invoice-12.pdf', content: bytes }]) {
    const call = createInProcessCall([defineHandler(downloadInvoiceEndpoint, async () => file)])(caller)
    expect(await call(downloadInvoiceEndpoint, { params: { id: 'an-order' } })).toBe(bytes)
  }
})
