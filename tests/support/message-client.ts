import { expect, vi } from 'vitest'
import type { Message } from '#contract/inbox/messages.ts'
import type { TestApp } from './test-app.ts'

export const sampleMessage = {
  name: 'Rosa Field',
  email: 'rosa@example.com',
  number: '+1 202-555-0142',
  subject: 'Two offices',
  message: 'We have two offices.\nWhat would that cost?',
}

/** Advances the stopped clock. */
export const advanceClock = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** Sends and lists messages of a site. While the clock is stopped, each message is 1 ms newer than the last. */
export function createMessageClient(site: () => TestApp) {
  async function send(body: object) {
    if (vi.isFakeTimers()) advanceClock(1)
    const { status, text, json } = await site().request('POST', '/api/add-message', { body })
    return { status, text, reply: json() as { message: string; record: Record<string, string>; fields?: Record<string, string> } }
  }
  /** Lists messages, newest first, as our pages do. */
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
