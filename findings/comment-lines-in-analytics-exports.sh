#!/usr/bin/env bash
# A Google Analytics 4 export begins with lines such as "# Start date: 20260101". CSV libraries skip them with their option for
# comments. Campaigns, hashtags and page fragments begin with "#" too, and Google doesn't quote them. All three libraries drop
# such a row without a word. csv-parse also cuts the rest of a line at a "#" in the middle of a cell, unless `comment_no_infix`
# is set: with `relax_column_count`, which ragged exports need, the visits of that row are gone without an error.
#
# Seen with csv-parse 7.0.3, papaparse 5.7.1 and fast-csv 5.0.8 on Node.js 20. The file has 24 sessions in three rows:
#   csv-parse: 12 sessions in 2 rows
#   csv-parse, comment_no_infix: 17 sessions in 2 rows
#   papaparse: 17 sessions in 2 rows
#   fast-csv: 17 sessions in 2 rows
# So a reader of exports takes only the lines before the header as a preamble, and never a row after it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-parse@7.0.3 papaparse@5.7.1 fast-csv@5.0.8

cat >probe.mjs <<'PROBE'
import { parse } from 'csv-parse/sync'
import { parseString } from 'fast-csv'
import Papa from 'papaparse'

const text = [
  '# Account: Elm Street Realty',
  '# Start date: 20260101',
  '',
  'Session campaign,Sessions',
  '"#1 realtor in Elmville",12',
  '#justlisted,7',
  'spring open house #2,5',
  '',
].join('\n')

const options = { comment: '#', skip_empty_lines: true, relax_column_count: true }
report('csv-parse', parse(text, options))
report('csv-parse, comment_no_infix', parse(text, { ...options, comment_no_infix: true }))
report('papaparse', Papa.parse(text, { comments: '#', skipEmptyLines: true }).data)
const rows = []
parseString(text, { comment: '#', ignoreEmpty: true })
  .on('data', (row) => rows.push(row))
  .on('end', () => report('fast-csv', rows))

function report(name, [, ...data]) {
  const sessions = data.reduce((sum, [, count]) => sum + Number(count ?? 0), 0)
  console.log(`${name}: ${sessions} sessions in ${data.length} rows`)
}
PROBE

output=$(node probe.mjs)
echo "$output"
[ "$output" = 'csv-parse: 12 sessions in 2 rows
csv-parse, comment_no_infix: 17 sessions in 2 rows
papaparse: 17 sessions in 2 rows
fast-csv: 17 sessions in 2 rows' ]
