import { expect, it } from 'vitest'
import { cookieHeaderAfter, cookieIn } from './cookies.ts'

it('finds a cookie decoded, the first of two, and none that cannot be decoded', () => {
  const headers = new Headers({ cookie: 'a=1%202; b=x; a=second; bad=%E0%A4%A; __proto__=y' })
  expect(['a', 'b', 'bad', 'none', 'toString'].map((name) => cookieIn(headers, name))).toEqual([
    '1 2',
    'x',
    undefined,
    undefined,
    undefined,
  ])
})

it('sends back what a reply set, byte for byte, the later of two with one name', () => {
  const headers = new Headers()
  for (const line of ['a=old; Path=/', 'b=x%2F=.y%3D; HttpOnly; Secure', 'a=new; Max-Age=5; SameSite=Lax', 'gone=; Max-Age=0'])
    headers.append('set-cookie', line)
  expect(cookieHeaderAfter(headers)).toBe('a=new; b=x%2F=.y%3D; gone=')
})
