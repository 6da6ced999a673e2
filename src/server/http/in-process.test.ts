import { expect, it } from 'vitest'
import { exportSubscribers } from '../../contract/subscribers.ts'
import { handled } from './answer.ts'
import { createInProcessCall } from './in-process.ts'

it('gives a page a file as its whole text, however its handler answers it', async () => {
  async function* pieces() {
    yield 'Email\r\n'
    yield 'ä@example.com\r\n'
  }
  const person = { userId: 'a', sessionId: 'a', email: 'a', isAdmin: true }
  const caller = {
    session: { viewer: { kind: 'admin', email: 'a' } as const, person },
    headers: new Headers(),
    replyHeaders: new Headers(),
  }
  for (const content of [pieces(), 'Email\r\nä@example.com\r\n']) {
    const call = createInProcessCall([handled(exportSubscribers, async () => content)])(caller)
    expect(await call(exportSubscribers, {})).toBe('Email\r\nä@example.com\r\n')
  }
})
