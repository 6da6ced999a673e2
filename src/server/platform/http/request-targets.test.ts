import { expect, it } from 'vitest'
import { createPathPatternMatcher, toUnambiguousRequestTarget } from './request-targets.ts'

it('keeps a path and its query unchanged', () => {
  for (const target of ['/', '/about/', '/a%2Fb;c=1', '/%', '/%ff', '/a//b', "/?q='x'&back=/../", '/?q=\\'])
    expect(toUnambiguousRequestTarget(target)).toBe(target)
})

it('takes only the path of an absolute URL', () => {
  expect(toUnambiguousRequestTarget('http://other.example')).toBe('/')
  expect(toUnambiguousRequestTarget('HTTPS://other.example:8443/about?x=1')).toBe('/about?x=1')
  expect(toUnambiguousRequestTarget('http://[::1]?x')).toBe('/?x')
})

it('refuses targets that a URL parser would change', () => {
  const ambiguousTargets = [
    ...['', '*', 'about', 'example.com:443', 'ftp://other.example/', 'http:/about', 'http:///about'],
    ...['//other.example/about', '/\\other.example', '/x\\about', '/x\\..\\about', '/about#', '/#/../about', '/?#'],
    ...['/.', '/..', '/./about', '/x/../about', '/x/%2e%2E/about', '/x/.%2e', '/%2e', '/api/docs/static/../../../'],
    ...['/a\tb', '/a\nb', '/a b', '/a\0', '/\u00fc', '/?\t', '/?\u00fc', '/{a}', '/a"b', '/a\x7f'],
    ...['http://other.example\\about', 'http://a@b/about', 'http://other.example/x/../about', 'http://other.example//about'],
  ]
  for (const target of ambiguousTargets) expect([target, toUnambiguousRequestTarget(target)]).toEqual([target, '/%'])
})

it('recognizes paths with parameters', () => {
  const matches = createPathPatternMatcher(['/pictures', '/my-order/:id'])
  expect(['/pictures', '/my-order/1', '/my-order', '/my-order/1/2', '/x/1'].map(matches)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
