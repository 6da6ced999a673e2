#!/usr/bin/env bash
# People search for homes by ZIP code, bedrooms and month: "02134", "3/4 bath", "may 2026". In an export of Search Console these
# are texts of the first column. Spreadsheet libraries that read the CSV file guess a type per cell, so a query becomes a number
# and no longer equals the same query of the next month. xlsx makes "may 2026" the day 46143 and "1-2" a day in 2001, and gives
# "7%" and "0.07" the same value. exceljs leaves these, but both drop the zero of a ZIP code in New England.
#
# Seen with xlsx 0.18.5 and exceljs 4.4.0 on Node.js 20:
#   xlsx: 46143 | 36893 | 2134 | "oak park" | 0.07
#   exceljs: "may 2026" | "1-2" | 2134 | "oak park" | "7%"
#   xlsx with raw: "may 2026" | "1-2" | "02134" | "oak park" | "7%"
# So exports are read with a CSV parser that keeps texts, and only the columns of figures become numbers.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts xlsx@0.18.5 exceljs@4.4.0

cat >probe.mjs <<'PROBE'
import { Readable } from 'node:stream'
import ExcelJS from 'exceljs'
import XLSX from 'xlsx'

const text = ['Top queries,Clicks', 'may 2026,3', '1-2,1', '02134,4', 'oak park,9', '7%,1', ''].join('\n')

function readWithXlsx(options) {
  const { Sheets } = XLSX.read(text, { type: 'string', ...options })
  return XLSX.utils.sheet_to_json(Sheets.Sheet1, { header: 1 }).map(([query]) => query)
}

async function readWithExceljs() {
  const sheet = await new ExcelJS.Workbook().csv.read(Readable.from([text]))
  return sheet.getSheetValues().slice(1).map((row) => row[1])
}

const report = (name, [, ...queries]) => console.log(`${name}: ${queries.map((query) => JSON.stringify(query)).join(' | ')}`)
report('xlsx', readWithXlsx())
report('exceljs', await readWithExceljs())
report('xlsx with raw', readWithXlsx({ raw: true }))
PROBE

output=$(TZ=UTC node probe.mjs)
echo "$output"
[ "$output" = 'xlsx: 46143 | 36893 | 2134 | "oak park" | 0.07
exceljs: "may 2026" | "1-2" | 2134 | "oak park" | "7%"
xlsx with raw: "may 2026" | "1-2" | "02134" | "oak park" | "7%"' ]
