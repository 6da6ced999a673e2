import { expect, it } from 'vitest'
import { MAX_IMPORTED_REDIRECTS } from '../../../contract/site/old-path-hits-and-redirect-import.ts'
import { parseRedirectList } from './parse-redirect-list.ts'

const ORIGIN = 'https://shop.example'
const parse = (text: string) => parseRedirectList(text, ORIGIN)
const listValues = (text: string) => parse(text).redirects.map(({ values }) => Object.values(values))

it('reads commas, semicolons, tabs, quotes, a header line and full URLs', () => {
  for (const text of [
    'Old address,New address\n/a?x=1,/pricing/\n/b,\n',
    '\ufeffold;new\r\n/a?x=1;/pricing/\r\n\r\n/b;gone',
    '/a?x=1\t/pricing/\n/b',
    '"https://old.example/a?x=1","https://shop.example/pricing/"\n"/b",410',
  ])
    expect([text, listValues(text), parse(text).problems]).toEqual([
      text,
      [
        ['/a?x=1', 'Moved', '/pricing/'],
        ['/b', 'Gone', ''],
      ],
      [],
    ])
})

it('names each line at fault', () => {
  expect(parse('/a,/b\nno-slash,/b\n/c,https://other.example/\n/blog/*,/b\n/a,/d').problems).toEqual([
    expect.stringMatching(/^Line 2: Old address must be an address on this site/),
    'Line 3: https://other.example/ is on another site.',
    expect.stringMatching(/^Line 4: Wildcards /),
    'Line 5: /a is already in line 1.',
  ])
  expect(parse('old,new').problems).toEqual(['The list has no addresses.'])
})

it('refuses more lines than one import may have', () => {
  const text = Array.from({ length: MAX_IMPORTED_REDIRECTS + 1 }, (_, nth) => `/old-${nth},/pricing/`).join('\n')
  expect(parse(text).problems).toHaveLength(1)
})
