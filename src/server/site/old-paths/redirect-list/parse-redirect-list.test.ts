import { describe, expect, it } from 'vitest'
import { formatRedirectList, parseRedirectList } from './parse-redirect-list.ts'

const ORIGIN = 'https://shop.example'

/** Lists what each row becomes: `/old > /new`, `/old > gone`, or the reason why it is left out. */
const listResults = (text: string, origin = ORIGIN) =>
  parseRedirectList(text, origin).redirects.map(({ place, from, values, note }) => {
    const result = values ? `${values.oldPath} > ${values.newPath || 'gone'}` : `${from} left out`
    return `${place}: ${result}${note === undefined ? '' : `. ${note}`}`
  })
const PATTERN = 'It’s a pattern for several addresses. List those addresses instead.'

describe('a table', () => {
  it.each([
    'Old address,New address\n/a?x=1,/pricing/\n/b,\n',
    '\ufeffold;new\r\n/a?x=1;/pricing/\r\n/b;gone',
    'Old\tNew\n/a?x=1\t/pricing/\n/b\t',
    'Old,New\r/a?x=1,/pricing/\r/b,-\r',
    'New URL,Old URL,Notes\n/pricing/,/a?x=1,first\n,/b,"two\nlines, quoted"\n',
    '"Old"|"New"\n"https://old.example/a?x=1"|"https://shop.example/pricing/"\n"/b"|"410"',
    ' Source , Target \n /a?x=1 , /pricing/ \n /b , gone ',
    'old,new,status\n/a?x=1,/pricing/,301\n/b,,410\n',
  ])('with named columns in %j is read', (text) => {
    expect(listResults(text)).toEqual(['Row 2: /a?x=1 > /pricing/', 'Row 3: /b > gone'])
  })

  it.each(['/a,/pricing/\n/b,\n', '/a;/pricing/\r\n/b;gone', '/a\t/pricing/\r/b', '"/a","/pricing/",301\n"/b",410'])(
    'without column names in %j is read, the first row included',
    (text) => {
      expect(listResults(text)).toEqual(['Row 1: /a > /pricing/', 'Row 2: /b > gone'])
    },
  )

  it('with a separator line of Excel is read with that separator', () => {
    expect(listResults('sep=;\r\nOld;New\r\n/a,b;/pricing/')).toEqual(['Row 3: /a,b > /pricing/'])
    expect(listResults('"sep=\t"\n/a\t/pricing/')).toEqual(['Row 2: /a > /pricing/'])
  })

  it('keeps an empty cell as a cell', () => {
    expect(listResults('Old,New,Closest page\n/sold-listing,,/pricing/')).toEqual(['Row 2: /sold-listing > gone'])
    expect(listResults('/sold-listing,,/pricing/')).toEqual([
      'Row 1: /sold-listing left out. Its second cell is empty and a later one has an address. Name the columns in the first row, such as Old and New.',
    ])
  })

  it('has a header only if its cells are column names', () => {
    expect(listResults('alte Adresse,neue Adresse\n/a,/b')).toEqual([
      'Row 1: alte%20Adresse left out. Old address must be an address on this site that begins with a slash, such as /old-page.',
      'Row 2: /a > /b',
    ])
    expect(listResults('/old,/new')).toEqual(['Row 1: /old > /new'])
  })

  it('counts rows as spreadsheets do', () => {
    expect(listResults('old,new,title\n\n/a,/b,"one\n\ntwo"\n,,\n/c,/d,\n')).toEqual(['Row 3: /a > /b', 'Row 5: /c > /d'])
  })

  it('without an end of a quotation mark is refused as a whole', () => {
    expect(() => listResults('old,new\n/a,/b\n"/c,/d\n/e,/f')).toThrow('Row 3 has a quotation mark that nothing closes.')
  })

  it('of Redirection keeps only what is one permanent redirect', () => {
    expect(
      listResults(`source,target,regex,code,type,hits,title,status
"/listing-[0-9]+","/service/",1,301,"url",0,"","active"
"/alias","/pricing/",0,0,"pass",0,"","active"
"/moved/","https://shop.example/pricing/",0,301,"url",12,"A, ""title""","active"
"/gone/","",0,410,"error",0,"","active"
"/missing","",0,404,"error",0,"","active"
"/off","/pricing/",0,301,"url",0,"","disabled"
"/members","/unknown",0,301,"url",0,"","active"
"/lucky","",0,301,"random",0,"","active"
"/sale","/pricing/",0,307,"url",0,"","active"
"^/exact/page\\.html$","/pricing/",1,301,"url",0,"","active"
`),
    ).toEqual([
      `Row 2: /listing-[0-9]+ left out. ${PATTERN}`,
      'Row 3: /alias left out. It shows another page without a redirect.',
      'Row 4: /moved/ > /pricing/',
      'Row 5: /gone/ > gone',
      'Row 6: /missing left out. It answers “not found” (404), as every address without a page does here.',
      'Row 7: /off left out. It’s switched off.',
      'Row 8: /members left out. It depends on a condition, such as a log-in, a country or a browser.',
      'Row 9: /lucky left out. It leads to a random page.',
      'Row 10: /sale > /pricing/. It’s temporary (307) there, and permanent (301) here.',
      'Row 11: /exact/page.html > /pricing/',
    ])
  })

  it('of Yoast, Rank Math, Shopify and Webflow is read', () => {
    expect(
      listResults(
        'Origin,Target,Type,Format\n"old-page","pricing/",301,"plain"\n"/four-ten","",410,"plain"\n"^/(.+)$","/$1",301,"regex"\n/legal,,451,plain',
      ),
    ).toEqual([
      'Row 2: /old-page > /pricing/',
      'Row 3: /four-ten > gone',
      `Row 4: /^/(.+)$ left out. ${PATTERN}`,
      'Row 5: /legal > gone. It’s unavailable for legal reasons (451) there, and gone (410) here.',
    ])
    expect(
      listResults(
        'id,source,matching,destination,type,category,status,ignore\n93,2024/04/rates/,exact,blog/rates/,301,,active,case\n94,old,start,https://shop.example/,301,,active,\n95,off,exact,/,302,,inactive,\n96,drop,exact,DELETE,301,,active,',
      ),
    ).toEqual([
      'Row 2: /2024/04/rates/ > /blog/rates/',
      `Row 3: /old left out. ${PATTERN}`,
      'Row 4: /off left out. It’s switched off.',
      'Row 5: /drop left out. It removes a redirect.',
    ])
    expect(listResults('Redirect from,Redirect to\n/products/old,/pricing/')).toEqual(['Row 2: /products/old > /pricing/'])
    expect(
      listResults('Old path,Redirect to path\n/kl%-250/50%%,/machines\n"/old%_page",/contact\n/en/(.*),/%1\n/caf%C3%A9,/b'),
    ).toEqual([
      'Row 2: /kl-250/50% > /machines',
      'Row 3: /old_page > /contact',
      `Row 4: /en/(.*) left out. ${PATTERN}`,
      'Row 5: /caf%C3%A9 > /b',
    ])
  })
})

it('reads JSON of Redirection and of other programs', () => {
  const item = {
    url: '/a',
    match_type: 'url',
    action_type: 'url',
    action_code: 301,
    action_data: { url: '/b' },
    regex: false,
    enabled: true,
  }
  const redirects = [
    item,
    { ...item, url: '/old-version', action_data: '/b' },
    { ...item, url: '/off', enabled: false },
    { ...item, url: '^/x/(.*)', regex: true },
    { ...item, url: '/gone', action_type: 'error', action_code: 410, action_data: null },
    { ...item, url: '/members', match_type: 'login', action_data: { logged_in: '/b', logged_out: '' } },
    { ...item, url: '/alias', action_type: 'pass' },
  ]
  const text = JSON.stringify({ plugin: { version: '5.5.2' }, groups: [{ id: 1, enabled: true }], redirects }, null, 4)
  expect(listResults(text)).toEqual([
    'Redirect 1: /a > /b',
    'Redirect 2: /old-version > /b',
    'Redirect 3: /off left out. It’s switched off.',
    `Redirect 4: ^/x/(.*) left out. ${PATTERN}`,
    'Redirect 5: /gone > gone',
    'Redirect 6: /members left out. It depends on a condition, such as a log-in, a country or a browser.',
    'Redirect 7: /alias left out. It shows another page without a redirect.',
  ])
  expect(
    listResults(
      '[{"source":"/a","destination":"/b","permanent":true},{"source":"/c","destination":"/d","permanent":false},{"to":"/e"}]',
    ),
  ).toEqual([
    'Redirect 1: /a > /b',
    'Redirect 2: /c > /d. It’s temporary (302) there, and permanent (301) here.',
    'Redirect 3:  left out. It has no old address.',
  ])
})

it('reads the URL mappings of Squarespace', () => {
  expect(listResults('/a -> /b 301\n/blog/[name] -> /news/[name] 301\n\n/c -> https://www.shop.example/d 302\n/e->/f')).toEqual([
    'Line 1: /a > /b',
    `Line 2: /blog/[name] left out. ${PATTERN}`,
    'Line 4: /c > /d. It’s temporary (302) there, and permanent (301) here.',
    'Line 5: /e > /f',
  ])
})

it('reads a _redirects file of Netlify', () => {
  expect(
    listResults(
      '# moved\n/a /b 301!\n/news/* /blog/:splat\n/c  /d  302 Country=au,nz # only there\n/index.php page=7 /e 301\n/store id=:id /f/:id 301\n/app /app.html 200\n/gone /sorry 410\n/plain\t/g',
    ),
  ).toEqual([
    'Line 2: /a > /b',
    `Line 3: /news/* left out. ${PATTERN}`,
    'Line 4: /c left out. It depends on a condition, such as a log-in, a country or a browser.',
    'Line 5: /index.php?page=7 > /e',
    `Line 6: /store?id=:id left out. ${PATTERN}`,
    'Line 7: /app left out. It shows another page without a redirect.',
    'Line 8: /gone > gone. Its new address /sorry isn’t used.',
    'Line 9: /plain > /g',
  ])
  expect(parseRedirectList('# moved\n/a /b\n', ORIGIN).otherPlaces).toEqual(['Line 1'])
})

it('reads rules of Apache', () => {
  const list = `# Created by Rank Math
<IfModule mod_alias.c>
RewriteEngine On
Redirect 301 "/old page.html" "https://shop.example/pricing/"
Redirect permanent /office /contact
Redirect /soon /pricing/
Redirect gone /closed.html
RedirectPermanent /p.html /q
RedirectMatch 301 ^/a\\.html$ /b
RedirectMatch 301 ^rank-math/?$ /b
RedirectMatch 301 ^/blog/(.*)$ /news/$1
RewriteRule ^c/d\\.php$ /e? [R=301,L,NC]
RewriteRule ^f$ g [R=permanent]
RewriteRule ^h$ /index.php [L]
RewriteRule ^i$ - [G]
RewriteCond %{QUERY_STRING} ^p=1$
RewriteRule ^j$ /k [R=301,L]
RewriteRule ^l$ /m [R,L]
</IfModule>`
  expect(listResults(list)).toEqual([
    'Line 4: /old%20page.html > /pricing/',
    'Line 5: /office > /contact. Addresses below it aren’t redirected.',
    'Line 6: /soon > /pricing/. It’s temporary (302) there, and permanent (301) here. Addresses below it aren’t redirected.',
    'Line 7: /closed.html > gone',
    'Line 8: /p.html > /q',
    'Line 9: /a.html > /b',
    'Line 10: /rank-math > /b',
    `Line 11: ^/blog/(.*)$ left out. ${PATTERN}`,
    'Line 12: /c/d.php > /e',
    'Line 13: /f > /g',
    'Line 14: /h left out. It shows another page without a redirect.',
    'Line 15: /i > gone',
    'Line 17: /j left out. It depends on a condition, such as a log-in, a country or a browser.',
    'Line 18: /l > /m. It’s temporary (302) there, and permanent (301) here.',
  ])
  expect(parseRedirectList(list, ORIGIN).otherPlaces).toEqual(['Line 1', 'Line 2', 'Line 3', 'Line 16', 'Line 19'])
})

it('reads rules of nginx', () => {
  expect(
    listResults(`# Created by Redirection
server {
    listen 80;
    rewrite ^/a.html$ /b permanent;
    rewrite (?i)^/c$ https://$host/d redirect;
    rewrite ^/e/(.*)$ /f/$1 permanent;
    rewrite ^/g$ /index.php last;
    location = /h { return 301 $scheme://$host/i$is_args$args; }
    location /j {
        return 301 /k;
    }
    location ~ ^/l/\\d+ { return 301 /m; }
    location = /n { return 410; }
    if ($http_referer ~* spam) { return 301 /o; }
    return 301 https://shop.example$request_uri;
}
map $request_uri $new_uri {
    default "";
    /p /q;
    ~^/r/?$ "/s";
    ~^/t/(.*) /u;
}`),
  ).toEqual([
    'Line 4: /a.html > /b',
    'Line 5: /c > /d. It’s temporary (302) there, and permanent (301) here.',
    `Line 6: ^/e/(.*)$ left out. ${PATTERN}`,
    'Line 7: /g left out. It shows another page without a redirect.',
    'Line 8: /h > /i',
    'Line 10: /j > /k. Addresses that begin with it aren’t redirected.',
    `Line 12: ^/l/\\d+ left out. ${PATTERN}`,
    'Line 13: /n > gone',
    'Line 14:  left out. It depends on a condition, such as a log-in, a country or a browser.',
    `Line 15:  left out. ${PATTERN}`,
    'Line 19: /p > /q',
    'Line 20: /r > /s',
    `Line 21: ~^/t/(.*) left out. ${PATTERN}`,
  ])
})

it('takes full URLs of this site with http, https, www or none as this site', () => {
  for (const url of ['http://shop.example/b', 'https://www.shop.example/b', 'HTTPS://SHOP.EXAMPLE:443/b', '//shop.example/b'])
    for (const origin of [ORIGIN, 'https://www.shop.example'])
      expect(listResults(`/a,${url}`, origin)).toEqual(['Row 1: /a > /b'])
  expect(listResults('/a,https://other.example/b\n/c,//shop.example.evil.example/d\n/e,https://shop.example:8443/f')).toEqual([
    'Row 1: /a left out. https://other.example/b is on another site.',
    'Row 2: /c left out. //shop.example.evil.example/d is on another site.',
    'Row 3: /e left out. https://shop.example:8443/f is on another site.',
  ])
})

it('names the row and what is wrong with it', () => {
  expect(
    listResults(
      'no-slash,/b\n/c#top,/b\nhttps://old.example/d#top,/b\n/blog/*,/b\n/a,/d\n/A/,/e\n/e?b=2&a=1,/f\n/e?a=1&b=2,/f\n/back\\slash,/b\n/g,mailto:a@b.example\n/h,/h\n,/i\n/j,/k,418\n/l /m,/n',
    ),
  ).toEqual([
    'Row 1: no-slash left out. Old address must be an address on this site that begins with a slash, such as /old-page.',
    'Row 2: /c#top left out. Old address can’t include a # or what follows it. Browsers never send that part.',
    'Row 3: /d#top left out. Old address can’t include a # or what follows it. Browsers never send that part.',
    `Row 4: /blog/* left out. ${PATTERN}`,
    'Row 5: /a > /d',
    'Row 6: /A/ left out. Row 5 already has this address.',
    'Row 7: /e?b=2&a=1 > /f',
    'Row 8: /e?a=1&b=2 left out. Row 7 already has this address.',
    'Row 9: /back\\slash left out. Old address can’t have spaces, line breaks or backslashes.',
    'Row 10: /g left out. New address must be an address on this site that begins with a slash, such as /old-page.',
    'Row 11: /h left out. New address must differ from the old one.',
    'Row 12:  left out. It has no old address.',
    'Row 13: /j left out. Its status 418 isn’t a redirect.',
    'Row 14: /l%20/m > /n',
  ])
})

it('formats redirects so that it reads them back', () => {
  const { redirects } = parseRedirectList('/a,"/b?x=1,2"\n"/c d,/e;-""f""",gone', ORIGIN)
  const values = redirects.flatMap((one) => one.values ?? [])
  expect(values).toHaveLength(2)
  const copy = parseRedirectList(formatRedirectList(values), ORIGIN).redirects
  expect(copy.map((one) => one.values)).toEqual(values)
})
