import { expect, vi } from 'vitest'
import type { Message } from '../../src/contract/inbox/messages.ts'
import type { TestApp } from './test-app.ts'

export const sampleMessage = {
  name: 'Rosa Field',
  email: 'rosa@example.com',
  number: '+1 202-555-0142',
  subject: 'Two offices',
  message: 'We have two offices.\nWhat would that cost?',
}

/** Moves a clock that the test has stopped. */
export const advanceClock = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** Writes to a site and reads what came in. Each message is a ms newer than the one before, where the clock is stopped. */
export function createMessageClient(site: () => TestApp) {
  async function send(body: object) {
    if (vi.isFakeTimers()) advanceClock(1)
    const { status, text, json } = await site().request('POST', '/api/add-message', { body })
    return { status, text, reply: json() as { message: string; record: Record<string, string>; fields?: Record<string, string> } }
  }
  /** Newest first, as our own pages ask. */
  async function list(query = '') {
    const page = query.includes('page=') ? '' : 'page=1&'
    const { status, headers, text } = await site().request('GET', `/api/messages?${page}${query}`, { as: 'admin' })
    return { status, total: Number(headers['x-total-count']), records: JSON.parse(text) as Message[] }
  }
  return {
    send,
    async sendAll(...bodies: object[]): Promise<void> {
      for (const body of bodies) expect((await send(body)).status).toBe(201)
    },
    list,
    listSubjects: async (query = '') => (await list(query)).records.map(({ subject }) => subject),
  }
}
