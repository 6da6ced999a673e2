import { expect, it } from 'vitest'
import { buildCookieHeaderFromReply, CLIENT_IP_ADDRESS_HEADER, readCookie, toWebHeaders } from './web-headers.ts'

const convertHeaders = (headers: Record<string, string | string[]>, ip = '203.0.113.9') => toWebHeaders({ headers, ip })

it('adds the client’s address without its port, or unknown', () => {
  expect(convertHeaders({}, '203.0.113.9:1000').get(CLIENT_IP_ADDRESS_HEADER)).toBe('203.0.113.9')
  expect(convertHeaders({}, '_hidden').get(CLIENT_IP_ADDRESS_HEADER)).toBe('unknown')
})

it('drops every address that a client claims', () => {
  const forgedHeaders = {
    'x-forwarded-for': '192.0.2.1',
    forwarded: 'for=192.0.2.1',
    'x-real-ip': '192.0.2.1',
    [CLIENT_IP_ADDRESS_HEADER]: '192.0.2.1',
  }
  expect([...convertHeaders(forgedHeaders)]).toEqual([[CLIENT_IP_ADDRESS_HEADER, '203.0.113.9']])
})

it('cuts long headers but not cookies', () => {
  const long = 'x'.repeat(15_000)
  const headers = convertHeaders({ 'user-agent': long, referer: long, 'x-many': [long, long], cookie: long })
  expect(headers.get('user-agent')).toHaveLength(512)
  expect(headers.get('referer')).toHaveLength(512)
  expect(headers.get('x-many')).toHaveLength(2 * 512 + 2)
  expect(headers.get('cookie')).toHaveLength(15_000)
})

it('decodes cookies, takes the first of two and skips malformed ones', () => {
  const headers = new Headers({ cookie: 'a=1%202; b=x; a=second; bad=%E0%A4%A; __proto__=y' })
  expect(['a', 'b', 'bad', 'none', 'toString'].map((name) => readCookie(headers, name))).toEqual([
    '1 2',
    'x',
    undefined,
    undefined,
    undefined,
  ])
})

it('builds the Cookie header that a browser would send next', () => {
  const headers = new Headers()
  for (const line of ['a=old; Path=/', 'b=x%2F=.y%3D; HttpOnly; Secure', 'a=new; Max-Age=5; SameSite=Lax', 'gone=; Max-Age=0'])
    headers.append('set-cookie', line)
  expect(buildCookieHeaderFromReply(headers)).toBe('a=new; b=x%2F=.y%3D; gone=')
})
