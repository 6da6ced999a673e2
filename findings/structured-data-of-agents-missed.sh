#!/usr/bin/env bash
# A brokerage's page often has two types (`RealEstateAgent` and `LocalBusiness`), a `@graph`, or a script whose type names its
# charset. All are valid JSON-LD (W3C JSON-LD 1.1, section 7: the media type may have parameters). Two libraries that audits use
# to list the structured data of a page lose the agent in them, without an error.
#
# Seen with web-auto-extractor 1.0.17 and open-graph-scraper 6.12.0 on Node.js 20. The types that they find, by the key under
# which web-auto-extractor files them and by the `@type` at the top that open-graph-scraper returns:
#   one type: RealEstateAgent; RealEstateAgent
#   two types: RealEstateAgent,LocalBusiness; RealEstateAgent and LocalBusiness
#   graph: undefined; (no type)
#   type with charset: (nothing); (nothing)
#   microdata of two types: LocalBusiness; (nothing)
# So a check of structured data reads the type of a script as a media type, walks `@graph`, and takes each type of a list.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts web-auto-extractor@1.0.17 open-graph-scraper@6.12.0

cat >probe.mjs <<'PROBE'
import scrape from 'open-graph-scraper'
import extractor from 'web-auto-extractor'

const agent = { '@type': 'RealEstateAgent', name: 'Elm Street Realty' }
const script = (data, type = 'application/ld+json') =>
  `<script type="${type}">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`
const pages = {
  'one type': script(agent),
  'two types': script({ ...agent, '@type': ['RealEstateAgent', 'LocalBusiness'] }),
  graph: script({ '@graph': [agent, { '@type': 'WebSite', name: 'Elm Street Realty' }] }),
  'type with charset': script(agent, 'application/ld+json; charset=utf-8'),
  'microdata of two types':
    '<div itemscope itemtype="https://schema.org/RealEstateAgent https://schema.org/LocalBusiness"><meta itemprop="name" content="Elm Street Realty"></div>',
}
for (const [name, head] of Object.entries(pages)) {
  const html = `<!DOCTYPE html><html lang="en"><head><title>Elm Street Realty</title>${head}</head><body></body></html>`
  const { jsonld, microdata } = extractor.default().parse(html)
  const { result } = await scrape({ html })
  const scraped = result.jsonLD?.map((data) => [data['@type'] ?? '(no type)'].flat().join(' and '))
  console.log(`${name}: ${Object.keys({ ...jsonld, ...microdata }).join() || '(nothing)'}; ${scraped?.join() ?? '(nothing)'}`)
}
PROBE

output=$(node probe.mjs)
echo "$output"
[ "$output" = 'one type: RealEstateAgent; RealEstateAgent
two types: RealEstateAgent,LocalBusiness; RealEstateAgent and LocalBusiness
graph: undefined; (no type)
type with charset: (nothing); (nothing)
microdata of two types: LocalBusiness; (nothing)' ]
