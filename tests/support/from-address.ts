import type { TestApp } from './app.ts'
import { cookiesOf } from './cookie-jar.ts'

export type Sent = { status: number; text: string; wait: number; cookie: string }

type Options = { from?: string; headers?: Record<string, string> }

/** Sends a JSON body from a network address of one's choice; `wait` is the Retry-After of the answer, in seconds. */
export async function postFrom({ app }: TestApp, path: string, body: object, { from, headers }: Options = {}): Promise<Sent> {
  const reply = await app.server.inject({
    method: 'POST',
    url: path,
    payload: body,
    remoteAddress: from ?? '127.0.0.1',
    headers: headers ?? {},
  })
  return { status: reply.statusCode, text: reply.body, wait: Number(reply.headers['retry-after'] ?? 0), cookie: cookiesOf(reply) }
}

/** A different address for every number. */
export function addressOf(nth: number): string {
  return `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
}

export function countOf(sent: readonly Sent[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of sent) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
