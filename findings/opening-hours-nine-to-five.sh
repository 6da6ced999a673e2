#!/usr/bin/env bash
# American businesses write "Mon-Fri 9-5". The library opening_hours knows the OpenStreetMap format, whose clock has 24 hours. It
# reads 9 am to 5 am of the next day, says the text is valid, and only its warnings ask for the minutes. It reads
# "Tues-Thurs" but throws for "Mon-Thu". "Sat by appointment" counts as open from midnight to midnight, with the state "unknown".
#
# Seen with opening_hours 3.15.0 on Node.js 20, for the week of Monday, November 30, 2026:
#   Mon-Fri 9-5: first opening lasts 20 hours
#   Mon-Fri 9am-5pm: first opening lasts 8 hours
#   Tues-Thurs 10am-7pm: first opening lasts 9 hours
#   Mon-Thu 9am-6pm: refused
#   Mon-Fri 9am-6pm; Sat by appointment: Saturday lasts 24 hours
# So our own parser takes hours only with am or pm, or with minutes, and shows every other text as the owner wrote it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts opening_hours@3.15.0

cat >probe.cjs <<'PROBE'
const OpeningHours = require('opening_hours')
const place = { lat: 41.9, lon: -87.6, address: { country_code: 'us', state: 'Illinois' } }
const monday = new Date(2026, 10, 30)
const nextMonday = new Date(2026, 11, 7)
function read(text, day) {
  try {
    const openings = new OpeningHours(text, place).getOpenIntervals(monday, nextMonday)
    const [from, to] = openings.find(([start]) => day === undefined || start.getDay() === day)
    return `lasts ${(to - from) / 3_600_000} hours`
  } catch {
    return undefined
  }
}
for (const text of ['Mon-Fri 9-5', 'Mon-Fri 9am-5pm', 'Tues-Thurs 10am-7pm', 'Mon-Thu 9am-6pm']) {
  const answer = read(text)
  console.log(`${text}: ${answer ? `first opening ${answer}` : 'refused'}`)
}
console.log(`Mon-Fri 9am-6pm; Sat by appointment: Saturday ${read('Mon-Fri 9am-6pm; Sat by appointment', 6)}`)
PROBE

output=$(node probe.cjs 2>/dev/null)
echo "$output"
[ "$output" = 'Mon-Fri 9-5: first opening lasts 20 hours
Mon-Fri 9am-5pm: first opening lasts 8 hours
Tues-Thurs 10am-7pm: first opening lasts 9 hours
Mon-Thu 9am-6pm: refused
Mon-Fri 9am-6pm; Sat by appointment: Saturday lasts 24 hours' ]
