import { SHARE_IMAGE_SIZE } from '#contract/core/share-image.ts'
import { fitTitle } from './fit-title.ts'
import type { TextOutliner } from './text-outlines.ts'
import { renderTownMap } from './town-map.ts'

export type ShareImageText = { businessName: string; page: string; title: string }

/** What the rendering process draws. `logo` is a PNG in base64, or the path of the built-in one. */
export type ShareImageTask = { text: ShareImageText; crop: number; logo?: string }

/** The largest logo, in px. */
export const SHARE_IMAGE_LOGO = { width: 240, height: 48 }

type ShareImageAssets = {
  textOutlines: TextOutliner
  /** The site's logo as SVG, with its width in px. It is 0 without a logo. */
  logo: { svg: string; width: number }
  /** The brand's row of houses (1600 by 190), as SVG. */
  street: string
  /** Selects the part of the town map. */
  crop: number
}

export const shareImageColors = {
  paper: '#fbf8f3',
  sand: '#f1ebe0',
  ink: '#14212b',
  muted: '#4a5a66',
  pine: '#0b5f4c',
  brick: '#b23a1e',
}

const { width, height } = SHARE_IMAGE_SIZE
const LEFT_MARGIN = 72
/** The left edge of the map, in px. It limits the width of a line. */
const MAP_LEFT = 788
const MAX_LINE_WIDTH = MAP_LEFT - LEFT_MARGIN - 56
const GROUND_TOP = 612
/** The highlighted lot, where the pin stands. */
const HIGHLIGHTED_LOT = { x: 1010, y: 350 }

/** Renders the share image as an SVG of shapes and the logo. It has no text, no styles and no external files. */
export function renderShareImageSvg(text: ShareImageText, { textOutlines, logo, street, crop }: ShareImageAssets): string {
  const { toDrawableText, outline } = textOutlines
  const name = toDrawableText(text.businessName) || text.page
  const title = stripPageName(toDrawableText(text.title) ?? '', text.page) || name
  const nameLeft = LEFT_MARGIN + (logo.width > 0 ? logo.width + 14 : 0)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<path d="M0 0h${width}v${height}H0z" fill="${shareImageColors.paper}"/>
<svg y="${GROUND_TOP - 117}" width="${MAP_LEFT}" height="118" viewBox="${crop * 66} 0 1270 190">${street}</svg>
${renderMap(textOutlines, crop)}
<path d="M0 ${GROUND_TOP}h${width}v${height - GROUND_TOP}H0z" fill="${shareImageColors.pine}"/>
<g transform="translate(${LEFT_MARGIN - 3} 52)">${logo.svg}</g>
<path d="${outline(shortenName(name, nameLeft, textOutlines), { x: nameLeft, y: 92, size: 34, spacing: -0.01 })}" fill="${shareImageColors.ink}"/>
${renderTitle(text.page, title, textOutlines)}</svg>`
}

function renderTitle(page: string, title: string, { width: measure, outline }: TextOutliner): string {
  const spacing = -0.03
  const { lines, size } = fitTitle(title, MAX_LINE_WIDTH, (text, at) => measure(text, at, spacing))
  const leading = size * 1.1
  // Centers the title between the name and the roofs.
  const top = 338 - (leading * lines.length) / 2
  const rows = lines.map((line, index) =>
    outline(line, { x: LEFT_MARGIN - 3, y: top + size * 0.76 + leading * index, size, spacing }),
  )
  // Omits the page name if the title is the same.
  const pageLabel = page.toLowerCase() === title.toLowerCase() ? '' : outline(page, { x: LEFT_MARGIN, y: top - 20, size: 30 })
  return `<path d="${pageLabel}" fill="${shareImageColors.pine}"/>
<path d="${rows.join('')}" fill="${shareImageColors.ink}"/>`
}

/** Renders the map with its grid letters, and the line from the text to the highlighted lot. */
function renderMap({ outline }: TextOutliner, crop: number): string {
  const mapWidth = width - MAP_LEFT
  const strip = 34
  const column = 124
  const letters = [...'ABCD'].map((letter, index) => outline(letter, { x: MAP_LEFT + 57 + index * column, y: 23, size: 17 }))
  const ticks = [1, 2, 3].map((at) => `M${MAP_LEFT + column * at} 0v${strip}`)
  return `<clipPath id="map"><path d="M${MAP_LEFT} 0h${mapWidth}v${height}H${MAP_LEFT}z"/></clipPath>
<g clip-path="url(#map)" fill="none"><path d="M${MAP_LEFT} 0h${mapWidth}v${height}H${MAP_LEFT}z" fill="${shareImageColors.sand}"/>
<g transform="translate(${HIGHLIGHTED_LOT.x} ${HIGHLIGHTED_LOT.y}) scale(1.5)">${renderTownMap(crop)}</g>
<path d="M${MAP_LEFT} 0h${mapWidth}v${strip}H${MAP_LEFT}z" fill="${shareImageColors.paper}"/>
<path d="M${MAP_LEFT + 0.5} ${height}V0M${MAP_LEFT} ${strip + 0.5}h${mapWidth}${ticks.join('')}" stroke="#b9ac95"/></g>
<path d="${letters.join('')}" fill="${shareImageColors.muted}"/>
<g fill="none" stroke="${shareImageColors.pine}" stroke-width="2.5"><path d="M${MAP_LEFT} ${HIGHLIGHTED_LOT.y + 96}h120V${HIGHLIGHTED_LOT.y}h${HIGHLIGHTED_LOT.x - MAP_LEFT - 140}"/>
<circle cx="${MAP_LEFT}" cy="${HIGHLIGHTED_LOT.y + 96}" r="6" fill="#fff"/></g>
<g transform="translate(${HIGHLIGHTED_LOT.x} ${HIGHLIGHTED_LOT.y}) scale(3.4)"><ellipse cy="1" rx="7" ry="2.4" fill="${shareImageColors.ink}" opacity=".18"/>
<path d="M0 0c-9-11-14-17-14-25a14 14 0 0 1 28 0c0 8-5 14-14 25z" fill="${shareImageColors.brick}" stroke="#fff" stroke-width="1.6"/>
<path d="M-6.5-24 0-30.5 6.5-24m-11-1v6.5h9V-25" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></g>`
}

/** Removes the page name from the start of the title, because it stands above the title. */
function stripPageName(title: string, page: string): string {
  const rest = title.toLowerCase().startsWith(page.toLowerCase()) ? title.slice(page.length) : ''
  const remainder = /^\s*[:,|-]\s*(\S.*)$/s.exec(rest)?.[1] ?? title
  return remainder === title ? title : remainder.replace(/^./su, (letter) => letter.toUpperCase())
}

function shortenName(name: string, left: number, { width: measure }: TextOutliner): string {
  const letters = [...name]
  while (letters.length > 1 && measure(letters.join(''), 34) > LEFT_MARGIN + MAX_LINE_WIDTH - left) letters.pop()
  return letters.length === [...name].length ? name : `${letters.join('').trimEnd()}…`
}
