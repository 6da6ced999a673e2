import { expect, it } from 'vitest'
import { readRequestTarget } from './request-target.ts'

it('takes a path as it stands, with its query', () => {
  for (const target of ['/', '/about/', '/a%2Fb;c=1', '/%', '/%ff', '/a//b', "/?q='x'&back=/../", '/?q=\\'])
    expect(readRequestTarget(target)).toBe(target)
})

it('takes the path alone of a whole address', () => {
  expect(readRequestTarget('http://other.example')).toBe('/')
  expect(readRequestTarget('HTTPS://other.example:8443/about?x=1')).toBe('/about?x=1')
  expect(readRequestTarget('http://[::1]?x')).toBe('/?x')
})

it('refuses whatever a parser would read as another address', () => {
  const refused = [
    ...['', '*', 'about', 'example.com:443', 'ftp://other.example/', 'http:/about', 'http:///about'],
    ...['//other.example/about', '/\\other.example', '/x\\about', '/x\\..\\about', '/about#', '/#/../about', '/?#'],
    ...['/.', '/..', '/./about', '/x/../about', '/x/%2e%2E/about', '/x/.%2e', '/%2e', '/api/docs/static/../../../'],
    ...['/a\tb', '/a\nb', '/a b', '/a\0', '/\u00fc', '/?\t', '/?\u00fc', '/{a}', '/a"b', '/a\x7f'],
    ...['http://other.example\\about', 'http://a@b/about', 'http://other.example/x/../about', 'http://other.example//about'],
  ]
  for (const target of refused) expect([target, readRequestTarget(target)]).toEqual([target, '/%'])
})
