import { toCookieHeader } from './cookie-jar.ts'
import type { TestApp } from './test-app.ts'

export type PostReply = { status: number; text: string; retryAfter: number; cookie: string }

type PostOptions = { ip?: string; headers?: Record<string, string> }

/** Posts JSON from a chosen IP address. `wait` is the reply's Retry-After in seconds. */
export async function postFromIp(
  { app }: TestApp,
  path: string,
  body: object,
  { ip, headers }: PostOptions = {},
): Promise<PostReply> {
  const reply = await app.server.inject({
    method: 'POST',
    url: path,
    payload: body,
    remoteAddress: ip ?? '127.0.0.1',
    headers: headers ?? {},
  })
  return {
    status: reply.statusCode,
    text: reply.body,
    retryAfter: Number(reply.headers['retry-after'] ?? 0),
    cookie: toCookieHeader(reply),
  }
}

/** Builds a different IP address for each number. */
export function buildIpAddress(nth: number): string {
  return `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
}

export function countByStatus(replies: readonly Pick<PostReply, 'status'>[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
