#!/usr/bin/env bash
# An Office file may name its main part as it likes: `_rels/.rels` and `[Content_Types].xml` say which part it is (ECMA-376,
# part 2). Word for the web writes `word/document2.xml`. Libraries that look for the usual name differ, and one says nothing.
# This takes a workbook with one sheet, moves its main part to `xl/workbook2.xml`, and changes all three places that name it.
#
# Seen with xlsx 0.18.5, exceljs 4.4.0 and read-excel-file 9.3.17 on Node.js 24:
#   xlsx: 1 sheet
#   exceljs: 0 sheets, and no error
#   read-excel-file: "xl/_rels/workbook.xml.rels" file not found inside the `.xlsx` file
# LibreOffice 7.4.7 opens the same file and shows its row.
# So we recognize a workbook by the content type of its main part, and a reader of figures must never take "no sheets" for "empty".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-fund --no-audit --ignore-scripts xlsx@0.18.5 exceljs@4.4.0 read-excel-file@9.3.17 fflate@0.8.2

cat >compare.cjs <<'JS'
const { strFromU8, strToU8, unzipSync, zipSync } = require('fflate')
const ExcelJS = require('exceljs')
const XLSX = require('xlsx')

async function main() {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['keyword', 12]]), 'Keywords')
  const usual = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  const moved = Object.entries(unzipSync(usual)).map(([name, bytes]) => {
    const isReference = name === '_rels/.rels' || name === '[Content_Types].xml'
    const content = isReference ? strToU8(strFromU8(bytes).replace('xl/workbook.xml"', 'xl/workbook2.xml"')) : bytes
    return [name.replace(/workbook\.xml/, 'workbook2.xml'), content]
  })
  const { default: readWorkbook } = await import('read-excel-file/node')
  const readers = {
    xlsx: (bytes) => `${XLSX.read(bytes).SheetNames.length} sheets`,
    exceljs: async (bytes) => `${(await new ExcelJS.Workbook().xlsx.load(bytes)).worksheets.length} sheets`,
    'read-excel-file': async (bytes) => `${(await readWorkbook(bytes)).length} sheets`,
  }
  for (const [label, bytes] of [['usual', usual], ['moved', Buffer.from(zipSync(Object.fromEntries(moved)))]])
    for (const [name, read] of Object.entries(readers)) {
      const result = await Promise.resolve(bytes).then(read).catch((error) => error.message)
      console.log(`${label} ${name}: ${result}`)
    }
}
main()
JS
node compare.cjs | tee output
diff output - <<'OUTPUT'
usual xlsx: 1 sheets
usual exceljs: 1 sheets
usual read-excel-file: 1 sheets
moved xlsx: 1 sheets
moved exceljs: 0 sheets
moved read-excel-file: "xl/_rels/workbook.xml.rels" file not found inside the `.xlsx` file
OUTPUT
