#!/usr/bin/env bash
# Listing sites name their photos in the sitemap, with Google's image extension. XML lets a sitemap write a namespace in three
# ways: an `image:` prefix, a prefix for the sitemap's own elements, or a default namespace on the `image` element. The parser of
# the package sitemap knows names with the usual prefix and no namespaces. Of three sitemaps with the same two pages, it reads
# one, returns a photo as a page for another, and no page and no error for the third. It also splits a URL at a comment.
# sitemapper reads both pages in all four.
#
# Seen with sitemap 9.0.1 and sitemapper 4.1.6 on Node.js 20:
#   usual prefix: sitemap /elm /oak, sitemapper /elm /oak
#   prefix for pages: sitemap (nothing), sitemapper /elm /oak
#   default namespace: sitemap /elm.jpg /oak, sitemapper /elm /oak
#   comment: sitemap /elm /, sitemapper /elm /oak
# So a reader of other sites' sitemaps compares namespaces and not prefixes, and says so when a sitemap has no pages.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts sitemap@9.0.1 sitemapper@4.1.6

cat >probe.mjs <<'PROBE'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { parseSitemap } from 'sitemap'
import Sitemapper from 'sitemapper'

const pages = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const photos = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
const sitemaps = {
  'usual prefix': `<urlset ${pages} ${photos}><url><loc>SITE/elm</loc><image:image><image:loc>SITE/elm.jpg</image:loc></image:image></url><url><loc>SITE/oak</loc></url></urlset>`,
  'prefix for pages': `<s:urlset ${pages.replace('xmlns', 'xmlns:s')}><s:url><s:loc>SITE/elm</s:loc></s:url><s:url><s:loc>SITE/oak</s:loc></s:url></s:urlset>`,
  'default namespace': `<urlset ${pages}><url><loc>SITE/elm</loc><image ${photos.replace(':image=', '=')}><loc>SITE/elm.jpg</loc></image></url><url><loc>SITE/oak</loc></url></urlset>`,
  comment: `<urlset ${pages}><url><loc>SITE/elm</loc></url><url><loc>SITE/<!-- renamed -->oak</loc></url></urlset>`,
}
const site = await new Promise((resolve) => {
  const server = createServer((request, reply) => {
    const xml = Object.values(sitemaps)[Number(request.url.slice(1, 2))].replaceAll('SITE', `http://${request.headers.host}`)
    reply.setHeader('content-type', 'application/xml').end(xml)
  })
  server.listen(0, '127.0.0.1', () => resolve(server))
})
const origin = `http://127.0.0.1:${site.address().port}`
const list = (urls) => urls.map((url) => url.slice(origin.length)).join(' ') || '(nothing)'
for (const [index, [name, xml]] of Object.entries(sitemaps).entries()) {
  const items = await parseSitemap(Readable.from([xml.replaceAll('SITE', origin)]), { logger: false })
  const { sites } = await new Sitemapper({ url: `${origin}/${index}.xml` }).fetch()
  console.log(`${name}: sitemap ${list(items.map(({ url }) => url))}, sitemapper ${list(sites)}`)
}
site.close()
PROBE

output=$(node probe.mjs 2>/dev/null | grep -v '^unhandled')
echo "$output"
[ "$output" = 'usual prefix: sitemap /elm /oak, sitemapper /elm /oak
prefix for pages: sitemap (nothing), sitemapper /elm /oak
default namespace: sitemap /elm.jpg /oak, sitemapper /elm /oak
comment: sitemap /elm /, sitemapper /elm /oak' ]
