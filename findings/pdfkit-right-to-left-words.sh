#!/usr/bin/env bash
# pdfkit 0.20.2 with fontkit 2.0.4, on Hebrew and Arabic with the fonts of @fontsource 5.3.0.
#
# Expected: text that runs from right to left shows its first word on the right.
# Seen: each word is laid out rightly by itself, but every word is set to the right of the one before. "one two three" in
# Hebrew reads "three two one" to its reader.
#
# Expected: the option `features: { ccmp: false }` turns one feature off.
# Seen: the letters of Arabic words no longer join either.
#
# Exits with an error if either changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent pdfkit@0.20.2 fontkit@2.0.4 unpdf@1.8.1 \
  @fontsource/noto-sans-hebrew@5.3.0 @fontsource/noto-sans-arabic@5.3.0
cat >run.mjs <<'JS'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { getDocumentProxy } from 'unpdf'

const font = (script) => `node_modules/@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff`
const words = ['אחת', 'שתיים', 'שלוש']
const document = new PDFDocument({ margin: 20 })
document.font(font('hebrew')).fontSize(20)
const widths = words.map((word) => document.widthOfString(word))
document.text(words.join(' '), 20, 20, { lineBreak: false })
document.end()
const pdf = await getDocumentProxy(new Uint8Array(await buffer(document)))
const { items } = await (await pdf.getPage(1)).getTextContent()
console.log('Hebrew, as drawn from left to right:', items.map(({ str, transform }) => [Math.round(transform[4]), str]))
const drawn = items.map(({ str }) => str).join('').replaceAll(' ', '')
// A right layout gives the words in reading order. Each word by itself is in order.
const isSetLeftToRight = drawn === words.toReversed().join('') && widths.length === 3

const arabic = new PDFDocument()
arabic.font(font('arabic')).fontSize(1000)
const joined = arabic.widthOfString('عبد')
const apart = arabic.widthOfString('عبد', { features: { ccmp: false } })
console.log('Arabic, width of a word:', Math.round(joined), 'with ccmp off:', Math.round(apart))
process.exitCode = isSetLeftToRight && apart > joined * 1.1 ? 0 : 1
JS
node run.mjs
