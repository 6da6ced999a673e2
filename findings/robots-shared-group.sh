#!/usr/bin/env bash
# robots-txt-parser 2.0.3 (npm) gives a group with several User-agent lines (RFC 9309, section 2.2.1) to its last name only. A
# robots.txt that blocks three AI crawlers in one group blocks one, and opens even what `User-agent: *` closes to the others.
# robots-parser 3.0.1 reads the same file as the RFC says.
#
# Output seen (GPTBot, ClaudeBot, CCBot; true: may fetch):
#   robots-parser:     false false false
#   robots-txt-parser: true true false
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts robots-parser@3.0.1 robots-txt-parser@2.0.3

cat >probe.cjs <<'PROBE'
const text = 'User-agent: *\nDisallow: /api/\n\nUser-agent: GPTBot\nUser-agent: ClaudeBot\nUser-agent: CCBot\nDisallow: /\n'
const crawlers = ['GPTBot', 'ClaudeBot', 'CCBot']
const url = 'https://site.example/pricing/'
const first = require('robots-parser')('https://site.example/robots.txt', text)
console.log('robots-parser:    ', ...crawlers.map((crawler) => first.isAllowed(url, crawler)))
const second = require('robots-txt-parser')()
second.parseRobots('https://site.example', text)
const answers = crawlers.map((crawler) => (second.setUserAgent(crawler), second.canCrawlSync(url)))
console.log('robots-txt-parser:', ...answers)
PROBE

output=$(node probe.cjs)
echo "$output"
[ "$output" = 'robots-parser:     false false false
robots-txt-parser: true true false' ]
