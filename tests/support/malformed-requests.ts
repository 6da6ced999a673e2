import { buildRequestBytes } from './raw-request.ts'

/** A request with a name for failure messages. `closesEarly`: the sender leaves before the announced end. */
export type MalformedRequest = { name: string; bytes: Buffer; closesEarly?: boolean }

/** Matches headers that announce more than the sender sends. */
const INCOMPLETE_BODY = /^(Content-Length: (5|9|20)$|Transfer-Encoding: chunked)/

/** One path of each kind: cached and other pages, forms, guarded pages, calls, files, a missing page. */
const paths = [
  ...['/', '/contact', '/subscribe', '/login', '/register', '/setting', '/nothing'],
  ...['/api/faq-items', '/api/sign-in', '/api/add-message', '/api/users', '/api/nothing', '/api/openapi.json'],
  ...['/api/docs/', '/api/docs/static/index.css', '/api/auth/sign-in/email', '/api/auth/get-session'],
  ...['/favicon.ico', '/sitemap.xml', '/share/landing.png', '/manifest.webmanifest', '/healthz'],
]
const formPaths = ['/contact', '/subscribe', '/login', '/register', '/setting', '/add-user', '/unsubscribe', '/nothing', '/']
const callPaths = ['/api/sign-in', '/api/add-message', '/api/faq-items', '/api/auth/sign-in/email', '/contact']

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH']
const invalidMethods = ['get', 'BREW', 'PRI', 'G\0T', 'GET,', 'G'.repeat(5_000)]

const targets = [
  ...['*', 'about', '', '#', '/#about', 'other.example:443', 'ftp://other.example/', 'http://', 'http://other.example/'],
  ...['https://other.example/about', 'http://other.example\\about', '//', '//other.example/about', '/\\about'],
  ...['/\0', '/\xfc', '/\xff\xfe', '/\x7f', '/%', '/%zz', '/%ff', '/%00', '/%c0%ae', '/x/../about', '/./about'],
  ...[`/${'a'.repeat(15_000)}`, `/${'a'.repeat(20_000)}`, `/?${'a=1&'.repeat(3_000)}`, `/message/${'a'.repeat(300)}`],
  ...['/?%', '/about?%ff=%00', '/?__proto__[x]=1&constructor=2', '/login?from=%00%ff', '/unsubscribe?%00'],
  ...['/api/docs/static/../../../', '/api/docs/static/%2e%2e/package.json', '/api/docs/static/..%2f..%2fpackage.json'],
  ...['/api/docs/static/%00', '/assets/%00', '/assets/..%5c..', '/share/%2e', '/message/%00', '/api/messages/%00'],
]

const versions = ['', 'HTTP/0.9', 'HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', 'HTTP/1.1 x']

const headers: string[][] = [
  ...[['Content-Length: 5', 'Content-Length: 6'], ['Content-Length: -1'], ['Content-Length: abc'], ['Content-Length: 1e3']],
  ...[['Content-Length: 5', 'Transfer-Encoding: chunked'], ['Transfer-Encoding: gzip'], ['Transfer-Encoding: chunked, gzip']],
  ...[['X: a\r\n folded'], ['X y: 1'], [': 1'], ['X'], ['X: \0'], [`X: ${'y'.repeat(100_000)}`], Array(3_000).fill('X: y')],
  ...[['Host: a', 'Host: b'], ['Host: \xff'], ['Expect: 100-continue'], ['Expect: x'], ['Upgrade: h2c', 'Connection: Upgrade']],
  ...[['Content-Type: '], ['Content-Type: ;;;'], ['Content-Type: \xff'], ['Content-Type: application/json; charset=utf-99']],
  ...[['Cookie: rankstead.session_token=%'], ['Cookie: rankstead.session_token=%ff%00; rankstead.x=\xff'], ['Cookie: ;;=;=x']],
  ...[
    ['Range: bytes=9999999-'],
    ['Range: bytes=0-0,1-1'],
    ['Range: bytes=-0'],
    ['Range: x'],
    ['If-Range: x', 'Range: bytes=0-1'],
  ],
  ...[['If-None-Match: \xff'], ['If-Match: x'], ['If-Modified-Since: x'], ['Accept-Encoding: \xff'], ['Accept: \xff']],
  ...[['Origin: x'], ['Origin: null'], ['Referer: \xff'], ['X-Forwarded-For: x'], ['Forwarded: for="'], ['__proto__: 1']],
  ...[['Authorization: Basic %'], ['Authorization: Bearer '], [`Accept-Language: ${'x'.repeat(9_000)}`]],
]

const JSON_TYPE = 'Content-Type: application/json'
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded'
const MULTIPART_TYPE = 'Content-Type: multipart/form-data'
const MULTIPART_WITH_BOUNDARY = `${MULTIPART_TYPE}; boundary=x`
const buildPart = (heading: string) => `--x\r\n${heading}\r\n\r\nb\r\n--x--\r\n`
const field = buildPart('Content-Disposition: form-data; name="a"')

const formBodies: [string[], string | Buffer][] = [
  ...[MULTIPART_TYPE, `${MULTIPART_TYPE}; boundary=`, `${MULTIPART_TYPE}; boundary="x`, `${MULTIPART_TYPE}; boundary=\xff`].map(
    (type) => [[type], field] as never,
  ),
  ...[
    'x',
    '--x--',
    field.slice(0, -8),
    `${field}x`,
    buildPart(''),
    buildPart('Content-Disposition: form-data'),
    `\ufeff${field}`,
  ].map((body) => [[MULTIPART_WITH_BOUNDARY], body] as never),
  [[MULTIPART_WITH_BOUNDARY], buildPart('Content-Disposition: form-data; name="a"; filename="a.txt"')],
  [[MULTIPART_WITH_BOUNDARY], buildPart("Content-Disposition: form-data; name*=utf-8''a")],
  ...['a=%', '%ff%00=\0', '&'.repeat(60_000), '\ufeffuserEmail=x', Buffer.from('a=1', 'utf16le'), 'x'.repeat(70_000)].map(
    (body) => [[FORM_TYPE], body] as never,
  ),
  ...[
    [`${FORM_TYPE}; charset=utf-16`],
    [FORM_TYPE, 'Content-Length: 1'],
    [FORM_TYPE, 'Content-Length: 9'],
    ['Content-Type: text/plain'],
    [],
  ].map((extraHeaders) => [extraHeaders, 'a=1'] as never),
]

const callBodies: [string[], string | Buffer][] = [
  ...['', 'null', '1', '"', '{}{}', '\ufeff{}', '{"a":"\0"}', '{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"a":1,"a":2}'].map(
    (body) => [[JSON_TYPE], body] as never,
  ),
  ...['['.repeat(30_000), '['.repeat(30_000) + ']'.repeat(30_000), '{"a":'.repeat(9_000) + 1 + '}'.repeat(9_000)].map(
    (body) => [[JSON_TYPE], body] as never,
  ),
  ...['{"__proto__":{"x":1}}', '{"constructor":{"prototype":1}}', Buffer.from('{}', 'utf16le'), 'x'.repeat(70_000)].map(
    (body) => [[JSON_TYPE], body] as never,
  ),
  ...[
    'zz\r\n{}\r\n0\r\n\r\n',
    'ffffffffffffffffff\r\n{}\r\n0\r\n\r\n',
    `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    '5\r\n{}',
  ].map((body) => [[JSON_TYPE, 'Transfer-Encoding: chunked'], body] as never),
  ...['Content-Length: 1', 'Content-Length: 20', 'Content-Encoding: gzip'].map(
    (extraHeaders) => [[JSON_TYPE, extraHeaders], '{}'] as never,
  ),
  [['Content-Type: application/json, text/plain'], '{}'],
]

/** Builds every kind of request that no browser sends, for paths of each kind. */
export function buildMalformedRequests(): MalformedRequest[] {
  return [
    ...methods.flatMap((method) => paths.map((path) => buildRequest(`${method} ${path} HTTP/1.1`))),
    ...invalidMethods.map((method) => buildRequest(`${method} / HTTP/1.1`)),
    ...targets.flatMap((target) => ['GET', 'POST', 'OPTIONS'].map((method) => buildRequest(`${method} ${target} HTTP/1.1`))),
    ...versions.flatMap((version) => ['/', '/login', '/api/faq-items'].map((path) => buildRequest(`GET ${path} ${version}`))),
    ...headers.flatMap((extraHeaders) => paths.map((path) => buildRequest(`GET ${path} HTTP/1.1`, extraHeaders))),
    ...headers.flatMap((extraHeaders) => callPaths.map((path) => buildRequest(`POST ${path} HTTP/1.1`, extraHeaders))),
    ...formBodies.flatMap(([extraHeaders, body]) =>
      formPaths.map((path) => buildRequest(`POST ${path} HTTP/1.1`, extraHeaders, body)),
    ),
    ...[...callBodies, ...formBodies].flatMap(([extraHeaders, body]) =>
      callPaths.map((path) => buildRequest(`POST ${path} HTTP/1.1`, extraHeaders, body)),
    ),
    ...callBodies.map(([extraHeaders, body]) => buildRequest('GET /api/faq-items HTTP/1.1', extraHeaders, body)),
    { name: 'no host', bytes: Buffer.from('GET / HTTP/1.1\r\n\r\n'), closesEarly: true },
    { name: 'no version', bytes: Buffer.from('GET /\r\n\r\n'), closesEarly: true },
    { name: 'a TLS greeting', bytes: Buffer.from('\x16\x03\x01\x02\0\x01'), closesEarly: true },
  ]
}

function buildRequest(line: string, extraHeaders: string[] = [], body: string | Buffer = ''): MalformedRequest {
  const name = [line, ...extraHeaders.slice(0, 3), String(body)].map((piece) => JSON.stringify(piece).slice(0, 80)).join(' ')
  return {
    name,
    bytes: buildRequestBytes(line, extraHeaders, body),
    closesEarly: extraHeaders.some((header) => INCOMPLETE_BODY.test(header)),
  }
}
