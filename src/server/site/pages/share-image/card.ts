import { SHARE_IMAGE } from '../../../../contract/grammar/share-image.ts'
import { fitTitle } from './fit-title.ts'
import type { Lettering } from './lettering.ts'
import { drawTown } from './town.ts'

/** What a share image says. */
export type CardWords = { businessName: string; page: string; title: string }

type Parts = {
  lettering: Lettering
  /** The brand's mark (30 by 30) and row of houses (1600 by 190), as SVG. */
  mark: string
  street: string
  /** Which part of the town is shown. */
  crop: number
}

/** Tokens of the brand. */
export const colours = { paper: '#fbf8f3', sand: '#f1ebe0', ink: '#14212b', muted: '#4a5a66', pine: '#0b5f4c', brick: '#b23a1e' }

const { width, height } = SHARE_IMAGE
const LEFT = 72
/** Where the map begins, and how much room that leaves to a line. */
const MAP = 788
const ROOM = MAP - LEFT - 56
const GROUND = 612
/** The lit lot, which the pin stands on. */
const LIT = { x: 1010, y: 350 }

/** The share image as an SVG of shapes alone: no text, no style, nothing that is loaded. */
export function drawCard(words: CardWords, { lettering, mark, street, crop }: Parts): string {
  const { drawable, outline } = lettering
  const name = drawable(words.businessName) || words.page
  const title = withoutPage(drawable(words.title) ?? '', words.page) || name
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<path d="M0 0h${width}v${height}H0z" fill="${colours.paper}"/>
<svg y="${GROUND - 117}" width="${MAP}" height="118" viewBox="${crop * 66} 0 1270 190">${street}</svg>
${drawMap(lettering, crop)}
<path d="M0 ${GROUND}h${width}v${height - GROUND}H0z" fill="${colours.pine}"/>
<g transform="translate(${LEFT - 3} 52) scale(1.6)">${mark}</g>
<path d="${outline(shortened(name, lettering), { x: LEFT + 62, y: 92, size: 34, spacing: -0.01 })}" fill="${colours.ink}"/>
${drawTitle(words.page, title, lettering)}</svg>`
}

function drawTitle(page: string, title: string, { width: measure, outline }: Lettering): string {
  const spacing = -0.03
  const { lines, size } = fitTitle(title, ROOM, (text, at) => measure(text, at, spacing))
  const leading = size * 1.1
  // In the middle between the name and the roofs.
  const top = 338 - (leading * lines.length) / 2
  const rows = lines.map((line, index) => outline(line, { x: LEFT - 3, y: top + size * 0.76 + leading * index, size, spacing }))
  // A page that is called like its title is named once.
  const above = page.toLowerCase() === title.toLowerCase() ? '' : outline(page, { x: LEFT, y: top - 20, size: 30 })
  return `<path d="${above}" fill="${colours.pine}"/>
<path d="${rows.join('')}" fill="${colours.ink}"/>`
}

/** The plat map with its grid letters, and the line that leads from the words to the lit lot. */
function drawMap({ outline }: Lettering, crop: number): string {
  const wide = width - MAP
  const strip = 34
  const column = 124
  const letters = [...'ABCD'].map((letter, index) => outline(letter, { x: MAP + 57 + index * column, y: 23, size: 17 }))
  const ticks = [1, 2, 3].map((at) => `M${MAP + column * at} 0v${strip}`)
  return `<clipPath id="map"><path d="M${MAP} 0h${wide}v${height}H${MAP}z"/></clipPath>
<g clip-path="url(#map)" fill="none"><path d="M${MAP} 0h${wide}v${height}H${MAP}z" fill="${colours.sand}"/>
<g transform="translate(${LIT.x} ${LIT.y}) scale(1.5)">${drawTown(crop)}</g>
<path d="M${MAP} 0h${wide}v${strip}H${MAP}z" fill="${colours.paper}"/>
<path d="M${MAP + 0.5} ${height}V0M${MAP} ${strip + 0.5}h${wide}${ticks.join('')}" stroke="#b9ac95"/></g>
<path d="${letters.join('')}" fill="${colours.muted}"/>
<g fill="none" stroke="${colours.pine}" stroke-width="2.5"><path d="M${MAP} ${LIT.y + 96}h120V${LIT.y}h${LIT.x - MAP - 140}"/>
<circle cx="${MAP}" cy="${LIT.y + 96}" r="6" fill="#fff"/></g>
<g transform="translate(${LIT.x} ${LIT.y}) scale(3.4)"><ellipse cy="1" rx="7" ry="2.4" fill="${colours.ink}" opacity=".18"/>
<path d="M0 0c-9-11-14-17-14-25a14 14 0 0 1 28 0c0 8-5 14-14 25z" fill="${colours.brick}" stroke="#fff" stroke-width="1.6"/>
<path d="M-6.5-24 0-30.5 6.5-24m-11-1v6.5h9V-25" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></g>`
}

/** A title without the name of its page at the beginning, which stands above it. */
function withoutPage(title: string, page: string): string {
  const rest = title.toLowerCase().startsWith(page.toLowerCase()) ? title.slice(page.length) : ''
  const said = /^\s*[:,|-]\s*(\S.*)$/s.exec(rest)?.[1] ?? title
  return said === title ? title : said.replace(/^./su, (letter) => letter.toUpperCase())
}

/** A name of one line. */
function shortened(name: string, { width: measure }: Lettering): string {
  const letters = [...name]
  while (letters.length > 1 && measure(letters.join(''), 34) > ROOM - 62) letters.pop()
  return letters.length === [...name].length ? name : `${letters.join('').trimEnd()}…`
}
